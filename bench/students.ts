import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type Kept, type Load, type Measurement, startLoad } from './load.ts'
import type { Options } from './options.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { seekQuiet } from './quiet.ts'
import { seeded } from './random.ts'
import { runner } from './runner.ts'
import type { Scenario } from './scenario.ts'
import type { App, Surroundings } from './students/app.ts'
import { differences } from './students/conformance.ts'
import { startLectern } from './students/lectern.ts'
import { type Account, createRequest, type OperationName, operationNames, path } from './students/operations.ts'
import { type Figure, report } from './students/report.ts'
import { startYardstick } from './students/yardstick.ts'

const starts: Record<string, (surroundings: Surroundings) => Promise<App>> = {
  koa: (surroundings) => startYardstick('koa', surroundings),
  fastify: (surroundings) => startYardstick('fastify', surroundings),
  lectern: startLectern,
}

/** The derived students routes beside hand-written ones: the same requests, in turn, on one PostgreSQL. */
export const students: Scenario = {
  name: 'students',
  obstacle: () => undefined,
  run: async (options, resources) => {
    const operations = chosen('operation', operationNames, options.only)
    const names = appNames(options)
    const postgres = await startPostgres(resources)
    console.log(await setting(postgres, options))
    const apps: App[] = []
    for (const name of names) apps.push(await start(name, { postgres, resources }))
    await refuseUnequal(apps, options)

    const load = startLoad(resources) // after the servers, so that it ends before them
    const loaded: LoadedApp[] = []
    for (const app of apps) loaded.push(await fill(app, postgres, load, options))

    const bench = { postgres, load, options }
    const quiet = seekQuiet(options.patience * 1000)
    console.log('Warming up.')
    for (const name of operations) for (const app of loaded) await measure(bench, app, name, 0)
    const figures: Figure[] = []
    for (let round = 1; round <= options.rounds; round++) {
      console.log(`Round ${round} of ${options.rounds}.`)
      for (const name of operations)
        for (const app of turned(loaded, round))
          figures.push(await quiet.measure(() => measure(bench, app, name, round)))
    }
    console.log(`\n${report(figures, names)}`)
    return figures
  },
}

const setting = async (postgres: Postgres, { rounds, seconds, connections }: Options): Promise<string> => {
  const version = (await postgres.run('postgres', 'show server_version')).rows[0]?.server_version
  const machine = `Node ${process.versions.node}, PostgreSQL ${version}, ${availableParallelism()} processors for all`
  return `${machine}; ${connections} connections, ${rounds} rounds of ${seconds} s for each app and operation.`
}

/** An app with its two schools full of students. */
type LoadedApp = App & { accounts: Account[] }

const appNames = (options: Options): string[] => {
  const names = chosen('app', Object.keys(starts), options.apps)
  if (options.apps !== undefined || existsSync(runner)) return names
  console.log('There is no runner/main.ts yet: only the yardsticks are measured.')
  return names.filter((name) => name !== 'lectern')
}

/** Those that were asked for, in the order of the asking; all, when nobody asked. */
const chosen = <Name extends string>(what: string, known: readonly Name[], asked: string[] | undefined): Name[] =>
  asked?.map((name) => {
    const found = known.find((one) => one === name)
    if (found === undefined) throw new Error(`There is no ${what} ${name}; there are ${known.join(', ')}.`)
    return found
  }) ?? [...known]

const start = async (name: string, surroundings: Surroundings): Promise<App> => {
  const startApp = starts[name]
  if (startApp === undefined) throw new Error(`There is no app ${name}.`)
  return await startApp(surroundings)
}

const refuseUnequal = async (apps: readonly App[], options: Options) => {
  const found = await differences(apps)
  if (found.length === 0) return console.log(`${apps.map(({ name }) => name).join(', ')}: the same answers.`)
  console.log(found.join('\n'))
  if (!options.anyway) throw new Error(`${found.length} answers differ (--anyway measures nevertheless).`)
}

const seedingConnections = 32

/** Creates the students as anyone would, by POST, so that all that an app derives from a row is right. */
const fill = async (app: App, postgres: Postgres, load: Load, options: Options): Promise<LoadedApp> => {
  const startedAt = performance.now()
  const keys = [app.keys.north, app.keys.south]
  const accounts: Account[] = keys.map((key) => ({ key, ids: [] }))
  await postgres.withoutWaitingForDisk(async () => {
    const random = seeded(1)
    // In turn, so that the rows of both schools lie mixed, as they would after years.
    const requests = Array.from({ length: options.students * keys.length }, (_, number) =>
      createRequest(keys[number % keys.length] ?? '', random, number),
    )
    const kept = await load.send({ port: app.server.port, connections: seedingConnections, requests })
    for (const account of accounts)
      account.ids = kept.filter(({ key }) => key === account.key).map(({ body }) => idIn(body))
  })
  console.log(`${app.name}: ${options.students} students in each account, ${secondsSince(startedAt)} s.`)
  return { ...app, accounts }
}

const idIn = (answer: string): string => {
  const { data }: { data: { id: string } } = JSON.parse(answer)
  return data.id
}

const secondsSince = (startedAt: number) => ((performance.now() - startedAt) / 1000).toFixed(1)

/** Another app begins in each round. */
const turned = <A>(apps: readonly A[], round: number): A[] => {
  const first = round % apps.length
  return [...apps.slice(first), ...apps.slice(0, first)]
}

type Bench = { postgres: Postgres; load: Load; options: Options }

/** Round 0 warms up: it is short, and its figure is thrown away. */
const measure = async (bench: Bench, app: LoadedApp, operation: OperationName, round: number): Promise<Figure> => {
  const { postgres, load, options } = bench
  // As autovacuum would have left it: counts read the index alone, whatever was written before.
  await postgres.run(app.database, 'vacuum (analyze)')
  const measurement: Measurement = {
    port: app.server.port,
    serverPid: app.server.pid,
    postgresPid: postgres.pid,
    connections: options.connections,
    warmUpMs: 500,
    measureMs: round === 0 ? 700 : options.seconds * 1000,
    seed: 100 + round,
    source: import.meta.resolve('./students/operations.ts'),
    plan: { operation, accounts: app.accounts },
  }
  const { kept, ...measured } = await load.measure(measurement).catch((cause: unknown) => {
    const state = `${app.name} (ended: ${app.server.ended()}) in ${operation}, round ${round}`
    throw new Error(`${state}: ${cause instanceof Error ? cause.message : cause}\n${app.server.output()}`, { cause })
  })
  await remove(bench, app, kept)
  return { app: app.name, operation, round, ...measured }
}

/** Deletes what was created, by DELETE: the next app finds as many rows, and all that is counted stays right. */
const remove = async ({ postgres, load }: Bench, { server }: LoadedApp, created: readonly Kept[]) => {
  const requests = created.map(({ key, body }) => ({
    method: 'DELETE',
    path: `${path}/${idIn(body)}`,
    key,
    status: 200,
  }))
  if (requests.length === 0) return
  await postgres.withoutWaitingForDisk(() =>
    load.send({ port: server.port, connections: seedingConnections, requests }),
  )
}
