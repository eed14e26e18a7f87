/** `npm run check`: format and lint, types, import walls. Silent where all is well; every step runs, whatever fails. */
import { readSources } from './sources.ts'
import { runStep } from './step.ts'
import { faultsOfWalls } from './walls.ts'

type Outcome = { readonly isGood: boolean; readonly lines: readonly string[] }

const tool = async (name: string, ...args: readonly string[]): Promise<Outcome> => {
  const lines: string[] = []
  const { fault } = await runStep(`node_modules/.bin/${name}`, args, { onLine: (line) => lines.push(line) })
  return { isGood: fault === undefined, lines }
}

const walls = async (): Promise<Outcome> => {
  const lines = faultsOfWalls(await readSources())
  return { isGood: lines.length === 0, lines }
}

const steps: Record<string, Promise<Outcome>> = {
  'format and lint': tool('biome', 'check', '--error-on-warnings', '--max-diagnostics=100', '.'),
  types: tool('tsc', '-p', '.'),
  walls: walls(),
}

for (const [name, step] of Object.entries(steps)) {
  const { isGood, lines } = await step
  console.log(`${isGood ? '✓' : '✗'} ${name}`)
  if (isGood) continue
  console.log(lines.join('\n').trimEnd())
  process.exitCode = 1
}
