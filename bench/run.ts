/** `npm run bench`: see `usage`. It measures and doesn't judge: a target that is not met is printed, and is no failure. */
import { writeFile } from 'node:fs/promises'
import { coldStart } from './cold-start.ts'
import { type Options, readOptions, usage } from './options.ts'
import type { Scenario } from './scenario.ts'
import { students } from './students.ts'

const scenarios: readonly Scenario[] = [students, coldStart]

const main = async () => {
  const options = readOptions(process.argv.slice(2))
  if (options.help) return console.log(usage)
  const figures: Record<string, unknown> = {}
  for (const scenario of chosen(options)) {
    const obstacle = scenario.obstacle()
    if (obstacle !== undefined) console.log(`${scenario.name}: not run, ${obstacle}`)
    else figures[scenario.name] = await untilInterrupted((resources) => scenario.run(options, resources))
  }
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(figures, null, 2)}\n`)
}

const chosen = (options: Options): readonly Scenario[] => {
  for (const name of options.scenarios)
    if (!scenarios.some((scenario) => scenario.name === name))
      throw new Error(`There is no scenario ${name}.\n${usage}`)
  return options.scenarios.length === 0 ? scenarios : scenarios.filter(({ name }) => options.scenarios.includes(name))
}

/** Runs `work`; when it ends, fails or is interrupted, whatever hangs on `resources` is stopped and removed. */
const untilInterrupted = async <A>(work: (resources: AsyncDisposableStack) => Promise<A>): Promise<A> => {
  await using resources = new AsyncDisposableStack()
  const interrupted = Promise.withResolvers<never>()
  const signals = ['SIGINT', 'SIGTERM'] as const
  const interrupt = () => interrupted.reject(new Error('Interrupted.'))
  for (const signal of signals) process.on(signal, interrupt)
  process.on('uncaughtException', interrupted.reject)
  resources.defer(() => void signals.map((signal) => process.off(signal, interrupt)))
  return await Promise.race([work(resources), interrupted.promise])
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error && process.env.DEBUG === undefined ? error.message : error)
  process.exit(1) // what was interrupted may still wait for something
}
