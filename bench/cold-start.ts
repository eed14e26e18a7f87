import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { seekQuiet } from './quiet.ts'
import { runner } from './runner.ts'
import type { Scenario } from './scenario.ts'
import { type Server, startServer } from './server.ts'
import { median } from './statistics.ts'
import { fixed, spread, table } from './table.ts'
import { temporaryFolder } from './temporary-folder.ts'

const repetitions = 5

const dataDirectories = [
  { name: 'empty', targetSeconds: 4 },
  { name: 'existing', targetSeconds: 1.5 },
] as const

/** Seconds from the start of the process until /healthz, and until a request with a key, is answered with 200. */
type Start = { dataDirectory: 'empty' | 'existing'; healthy: number; answered: number }

/** `npm start` without a DATABASE_URL: the embedded database, on an empty and on an existing data directory. */
export const coldStart: Scenario = {
  name: 'cold-start',
  obstacle: () => (existsSync(runner) ? undefined : 'there is no runner/main.ts yet.'),
  run: async (options, resources) => {
    const quiet = seekQuiet(options.patience * 1000)
    const starts: Start[] = []
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const folder = join(temporaryFolder(resources), 'data')
      await quiet.wait()
      const { key, ...empty } = await start(folder, undefined, resources)
      await quiet.wait()
      const { healthy, answered } = await start(folder, key, resources)
      starts.push({ dataDirectory: 'empty', ...empty }, { dataDirectory: 'existing', healthy, answered })
    }
    console.log(`\n${report(starts)}`)
    return starts
  },
}

const start = async (folder: string, knownKey: string | undefined, resources: AsyncDisposableStack) => {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const env = { LECTERN_DATA_DIR: folder }
  const server = await startServer({ args: [runner, 'start'], env, readyPath: '/healthz' }, resources)
  const healthy = seconds()
  const key = await answeredKey(server, knownKey)
  const answered = seconds()
  await server.stop()
  return { healthy, answered, key }
}

/** Asks until the answer is 200. On an empty database the key is printed; it may come later than the first answer. */
const answeredKey = async (server: Server, knownKey: string | undefined): Promise<string> => {
  const deadline = Date.now() + 30_000
  let key = knownKey
  while (Date.now() < deadline) {
    key ??= /\blk_[\w-]+(?=\s)/.exec(server.output())?.[0]
    if (key !== undefined) {
      const headers = { authorization: `Bearer ${key}` }
      const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/students`, { headers })
      await response.arrayBuffer()
      if (response.status === 200) return key
    }
    await wait(10)
  }
  throw new Error(`No request was answered with 200. The server printed:\n${server.output()}`)
}

const report = (starts: readonly Start[]): string =>
  table(
    ['start, data directory', 'healthy s', '(spread)', 'answering s', '(spread)', 'target', ''],
    dataDirectories.map(({ name, targetSeconds }) => {
      const own = starts.filter(({ dataDirectory }) => dataDirectory === name)
      const cells = [own.map(({ healthy }) => healthy), own.map(({ answered }) => answered)].flatMap((values) => [
        fixed(median(values), 2),
        `(${spread(values, (value) => fixed(value, 2))})`,
      ])
      const isMet = median(own.map(({ answered }) => answered)) < targetSeconds
      return [name, ...cells, `< ${targetSeconds}`, isMet ? 'met' : 'NOT MET']
    }),
  )
