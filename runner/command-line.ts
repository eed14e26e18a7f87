import { nearest } from '#core/fault.ts'
import { commands } from './commands/all.ts'
import type { Answer, Command, Given } from './commands/command.ts'
import { helpOf, helpOfAll, program } from './commands/help.ts'
import type { Input } from './commands/input.ts'
import { type Parsed, parse } from './commands/parse.ts'
import type { Configuration } from './configuration/configuration.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { Refused } from './refused.ts'

type Variables = { readonly [name: string]: string | undefined }

/** What a call of the command line comes to. Rejects with `Refused`, whose exit code is 2 after a wrong use. */
export const carryOut = async (args: readonly string[], variables: Variables): Promise<Answer | undefined> => {
  const wantsHelp = args[0] === 'help' || args.includes('--help') || args.includes('-h')
  const words = args[0] === 'help' ? args.slice(1) : args
  const found = findCommand(words)
  if (found === null) return { json: commands.map(toSummary), text: helpOfAll(commands, null) }
  if (typeof found === 'string') {
    if (wantsHelp) return { json: commands.filter(isOf(found)).map(toSummary), text: helpOfAll(commands, found) }
    throw wrongUse([`'${found}' is followed by ${commands.filter(isOf(found)).map(lastWord).join(', ')}`], found)
  }
  const { command, rest } = found
  if (wantsHelp) return { json: toSummary(command), text: helpOf(command) }
  const parsed = parse(command, rest)
  const given = toGiven(parsed, variables)
  const faults = [...parsed.faults, ...(await moreFaults(command, given, parsed.faults.length > 0))]
  if (faults.length > 0) throw wrongUse(faults, command.name)
  return command.run(given)
}

/** A wrong use, with where to read how it is meant. */
export class WrongUse extends Refused {
  readonly hint: string

  constructor(sentences: readonly string[], hint: string) {
    super(sentences, 2)
    this.hint = hint
  }
}

const wrongUse = (faults: readonly string[], about: string | null): WrongUse =>
  new WrongUse(faults, `See: ${program} help${about === null ? '' : ` ${about}`}`)

interface Found {
  readonly command: Command
  /** What stands beside the command's own words. */
  readonly rest: readonly string[]
}

/** The command that is called; the first word of several; null when there is no word at all. */
const findCommand = (args: readonly string[]): Found | string | null => {
  const [first, second] = args.flatMap((arg, index) => (arg.startsWith('-') ? [] : [index])).slice(0, 2)
  const word = first === undefined ? undefined : args[first]
  if (first === undefined || word === undefined) return onlyFlags(args)
  const alone = commands.find(({ name }) => name === word)
  if (alone !== undefined) return { command: alone, rest: args.toSpliced(first, 1) }
  const group = commands.filter(isOf(word))
  if (group.length === 0) throw wrongUse([toUnknown(word, [...new Set(commands.map(firstWord)), 'help'])], null)
  const after = second === undefined ? undefined : args[second]
  if (second === undefined || after === undefined) return word
  const command = group.find((each) => lastWord(each) === after)
  if (command === undefined) throw wrongUse([toUnknown(after, group.map(lastWord), `${word} `)], word)
  return { command, rest: args.toSpliced(second, 1).toSpliced(first, 1) }
}

const onlyFlags = (args: readonly string[]): null => {
  const unknown = args.filter((arg) => !['--help', '-h', '--json'].includes(arg))
  if (unknown.length > 0)
    throw wrongUse(
      unknown.map((arg) => `no flag '${arg}' without a command`),
      null,
    )
  return null
}

const isOf =
  (group: string) =>
  ({ name }: Command): boolean =>
    name.startsWith(`${group} `)

const firstWord = ({ name }: Command): string => name.split(' ')[0] ?? name
const lastWord = ({ name }: Command): string => name.split(' ').at(-1) ?? name
const toSummary = ({ name, doc }: Command) => ({ name, doc })

const toUnknown = (word: string, known: readonly string[], group = ''): string => {
  const near = nearest(word, known)
  return `no command '${group}${word}'${near === null ? '' : `; did you mean '${group}${near}'?`}`
}

const toGiven = ({ textsOf }: Parsed, variables: Variables): Given => {
  let environment: Environment | undefined
  let configuration: Promise<Configuration> | undefined
  const maybe = <T>(input: Input<T>): T | undefined => {
    const taken = input.take(textsOf(input))
    return 'value' in taken ? taken.value : undefined
  }
  const readOnce = (): Environment => {
    environment ??= readEnvironment(variables)
    return environment
  }
  return {
    maybe,
    of: (input) => {
      const taken = input.take(textsOf(input))
      if ('value' in taken) return taken.value
      throw new Error(`${input.name}: ${taken.wrong}`)
    },
    has: (input) => textsOf(input).length > 0,
    environment: readOnce,
    configuration: () => {
      configuration ??= load(readOnce())
      return configuration
    },
  }
}

const load = async (environment: Environment): Promise<Configuration> => {
  const { loadConfiguration } = await import('./configuration/load-configuration.ts')
  return loadConfiguration(environment, noTokens)
}

/** No command answers calls, so none makes or reads tokens by the configured operations. */
const noTokens = { make: () => Promise.reject(new Error('no tokens here')), read: async () => undefined }

/** What only the configuration tells. After other faults it is looked at too, unless the configuration is faulty itself. */
const moreFaults = async (command: Command, given: Given, isFaulty: boolean): Promise<readonly string[]> => {
  if (command.check === undefined) return []
  try {
    return await command.check(given)
  } catch (error) {
    if (isFaulty && error instanceof Refused) return []
    throw error
  }
}
