import { Option, Command as Parser } from 'commander'
import { nearest } from '#core/fault.ts'
import type { Command } from './command.ts'
import type { Input } from './input.ts'

/** What was given for a command, read and with every fault of it. */
export interface Parsed {
  readonly faults: readonly string[]
  /** What was given for an input; empty when nothing was. */
  readonly textsOf: (input: Input<unknown>) => readonly string[]
}

/** The flags that every command knows. */
export const everywhere: { readonly [flag: string]: string } = {
  '--json': 'print JSON, errors too',
  '--help': 'show this',
}

/** Reads what stands beside the command's own words. Nothing stops at the first fault. */
export const parse = (command: Command, args: readonly string[]): Parsed => {
  const flags = command.inputs.filter(({ kind }) => kind === 'flag')
  const operands = command.inputs.filter(({ kind }) => kind === 'operand')
  const parser = toParser(command)
  const { operands: first, unknown } = parser.parseOptions([...args])
  const options: { readonly [name: string]: unknown } = parser.opts()
  const faults: string[] = []
  const known = [...flags.map(({ name }) => name), ...Object.keys(everywhere)]
  const given = [...first]
  for (const [index, word] of unknown.entries()) {
    const before = unknown[index - 1] ?? ''
    if (isFlag(word)) faults.push(toUnknown(word, known))
    // What follows an unknown flag is taken for its value, unless an operand is still to come.
    else if (!isFlag(before) || given.length < operands.length) given.push(word)
  }
  for (const word of given.slice(operands.length)) faults.push(`'${word}' is too much`)
  const texts = new Map<Input<unknown>, readonly string[]>()
  for (const [index, input] of operands.entries()) texts.set(input, given.slice(index, index + 1))
  for (const input of flags) {
    const value = options[attributeOf(input)]
    texts.set(input, Array.isArray(value) ? value : value === true && input.placeholder === null ? [''] : [])
    if (value === true && input.placeholder !== null) faults.push(`${input.name} needs a value: ${toUsage(input)}`)
    else faults.push(...faultsOf(input, texts.get(input) ?? []))
  }
  faults.unshift(...operands.flatMap((input) => faultsOf(input, texts.get(input) ?? [])))
  return { faults, textsOf: (input) => texts.get(input) ?? [] }
}

/** The parser of one command, which its help is made from, too. */
export const toParser = ({ name, doc, inputs }: Command): Parser => {
  const parser = new Parser(name).description(doc).helpOption(false).exitOverride()
  for (const input of inputs) {
    if (input.kind === 'operand') parser.argument(`<${input.name}>`, input.doc)
    else parser.addOption(toOption(input))
  }
  for (const [flag, words] of Object.entries(everywhere)) parser.option(flag, words)
  return parser
}

/** How an input is written: `--account ID`. */
export const toUsage = ({ name, kind, placeholder }: Input<unknown>): string =>
  kind === 'operand' || placeholder === null ? name : `${name} ${placeholder}`

const toOption = (input: Input<unknown>): Option => {
  const flags = input.placeholder === null ? input.name : `${input.name} [${input.placeholder}]`
  const option = new Option(flags, input.doc)
  // As if its value might be left out: then what is left out is a fault of ours among others, and no value is taken for a flag.
  option.flags = toUsage(input)
  if (input.placeholder !== null)
    option.argParser((text: string, before: unknown) => [...(Array.isArray(before) ? before : []), text])
  return option
}

const attributeOf = (input: Input<unknown>): string => toOption(input).attributeName()

const faultsOf = (input: Input<unknown>, texts: readonly string[]): readonly string[] => {
  const taken = input.take(texts)
  if ('value' in taken) return []
  // What is missing is best told as it is to be written.
  return taken.wrong === 'is missing' ? [`${toUsage(input)} is missing`] : [`${input.name}: ${taken.wrong}`]
}

const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-'

const toUnknown = (word: string, known: readonly string[]): string => {
  const name = word.split('=')[0] ?? word
  if (known.includes(name)) return `${name} takes no value`
  const near = nearest(name, known)
  return `no flag '${name}'${near === null ? '' : `; did you mean '${near}'?`}`
}
