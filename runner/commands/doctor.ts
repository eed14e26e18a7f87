import type { Command } from './command.ts'

export const doctor: Command = {
  name: 'doctor',
  doc: 'Looks for what is wrong with this installation and says what to do. Exits 1 when something is.',
  inputs: [],
  notes: 'It changes nothing. Without a running server it starts the embedded database for as long as it looks.',
  examples: ['', '--json'],
  run: async ({ environment, configuration }) => {
    const { examine } = await import('../doctor/examine.ts')
    const json = await examine({ environment, configuration })
    const bad = json.filter(({ ok }) => !ok)
    const lines = json.map(
      ({ name, ok, finding, advice }) =>
        `${ok ? 'ok   ' : 'WRONG'}  ${name}: ${finding}${advice === null ? '' : `\n       ${advice}`}`,
    )
    const summary = bad.length === 0 ? 'All is well.' : `${bad.length} of ${json.length} wrong.`
    return { json, text: [...lines, summary].join('\n'), exitCode: bad.length === 0 ? 0 : 1 }
  },
}
