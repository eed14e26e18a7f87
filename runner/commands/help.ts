import { variables } from '../environment.ts'
import { toColumns } from './columns.ts'
import type { Command } from './command.ts'
import { everywhere, toParser } from './parse.ts'

/** How the command line is called. */
export const program = 'npm run -s lectern --'

/** What `lectern` alone says, and `lectern key`: the commands there are. */
export const helpOfAll = (commands: readonly Command[], group: string | null): string => {
  const shown = commands.filter(({ name }) => group === null || name.startsWith(`${group} `))
  const about = group === null ? '' : `${group} `
  const sections = [
    `Usage: ${program} ${about}COMMAND [FLAGS]`,
    section(
      'Commands',
      shown.map(({ name, doc }) => [name, doc]),
    ),
    section('On every command', Object.entries(everywhere)),
    ...(group === null ? [section('Environment', Object.entries(variables)), ways] : []),
    `More of one command: ${program} help ${shown[0]?.name ?? 'COMMAND'}`,
  ]
  return sections.join('\n\n')
}

/** What is known of one command. */
export const helpOf = (command: Command): string => {
  const parser = toParser(command).usage(toUsageLine(command)).name(program)
  const examples = command.examples.map(
    (example) => `  ${program} ${command.name}${example === '' ? '' : ` ${example}`}`,
  )
  return [
    parser.helpInformation().trimEnd(),
    ...(command.notes === undefined ? [] : [command.notes]),
    `Examples:\n${examples.join('\n')}`,
  ].join('\n\n')
}

const toUsageLine = ({ name, inputs }: Command): string => {
  const written = inputs.map((input) => {
    const usage =
      input.kind === 'operand' || input.placeholder === null ? input.name : `${input.name} ${input.placeholder}`
    return `${input.isRequired ? usage : `[${usage}]`}${input.isRepeated ? '…' : ''}`
  })
  return [name, ...written].join(' ')
}

const section = (title: string, rows: readonly (readonly string[])[]): string =>
  `${title}:\n${toColumns(rows, { indent: 2 })}`

const ways = [
  'Commands work beside a running server. Without one they start the embedded database for as long as they need it.',
  'They end with 0, with 2 after a wrong use, and with 1 after any other failure. Errors go to standard error, one sentence',
  'a line; with --json as one object: { "error", "details"?, "hint"? }.',
].join('\n')
