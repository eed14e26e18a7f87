/** A database with the core's tables and graphile-worker's, and a worker on it. */
import * as Effect from 'effect/Effect'
import pg from 'pg'
import { collect } from '#core/collect.ts'
import { complete } from '#core/complete/complete.ts'
import { toTables } from '#core/derive/tables.ts'
import type { JobProgram } from '#core/jobs/attempt.ts'
import type { Log } from '#core/jobs/log.ts'
import { prepareJobs } from '#core/jobs/prepare-jobs.ts'
import { startWorker, type Worker, type WorkerOptions } from '#core/jobs/start-worker.ts'
import type { Model, ModelJob } from '#core/model.ts'
import type { Database } from '#core/storage/database.ts'
import { openDatabase } from '#core/storage/open-database.ts'
import { openPool } from '#core/storage/open-pool.ts'
import { createTable } from '#core/storage/schema/ddl.ts'
import { coreModule } from '#core/system/module.ts'
import type { Json } from '#definitions'
import { databaseTemplate, freshDatabase } from '#test/database.ts'

type Teardown = { teardown(work: () => Promise<void>): void }

export interface WorkDatabase {
  readonly connectionString: string
  readonly pool: pg.Pool
  readonly database: Database
  /** Takes all work out. */
  empty(): Promise<void>
  /** The rows of a statement. */
  rows<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<readonly R[]>
}

/** The core's own Model. */
export const coreModel = (): Model => complete(collect([{ module: coreModule, source: 'core', enabled: true }]))

/** With a table `effects` for what the jobs of tests do, beside the core's. */
export const workDatabase = async (t: Teardown): Promise<WorkDatabase> => {
  const tables = toTables(coreModel()).map((table) => createTable(table))
  const statements = [
    'create schema lectern',
    ...tables,
    'create table effects (work uuid, attempt int, pid int, at timestamptz default clock_timestamp())',
  ]
  const template = await databaseTemplate(`jobs ${statements.join()}`, async ({ connectionString }) => {
    const pool = new pg.Pool({ connectionString })
    pool.on('connect', (client) => client.on('error', () => undefined)).on('error', () => undefined)
    for (const text of statements) await pool.query(text)
    await prepareJobs(pool)
    await pool.end()
  })
  const { connectionString } = await freshDatabase(t, { template })
  const pool = openPool({ connectionString }, { max: 20, onError: () => undefined })
  // What tests look with is no part of what they look at: they may end all connections of the other.
  const own = new pg.Pool({ connectionString, application_name: 'test', max: 4, types: pool.options.types })
  own.on('connect', (client) => client.on('error', () => undefined)).on('error', () => undefined)
  t.teardown(async () => {
    await Promise.all([pool.end(), own.end()])
  })
  return {
    connectionString,
    pool,
    database: openDatabase(pool),
    empty: async () => {
      await own.query('truncate lectern.work, effects, graphile_worker._private_jobs')
    },
    rows: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await own.query<R>(text, values)).rows,
  }
}

/** A job as the Model has it. */
export const job = (name: string, more: Partial<ModelJob> = {}): ModelJob => ({
  name,
  module: 'tests',
  doc: '',
  payload: {},
  timeoutMs: 5_000,
  retryMs: [100, 200],
  cron: null,
  ...more,
})

export type Logged = { readonly level: string; readonly message: string; readonly [name: string]: unknown }

/** A worker, stopped when the test ends, and what it logged. */
export const worker = async (
  t: Teardown,
  { pool, database }: WorkDatabase,
  jobs: readonly ModelJob[],
  programs: { readonly [name: string]: JobProgram },
  more: Partial<WorkerOptions> = {},
): Promise<Worker & { readonly logged: readonly Logged[] }> => {
  const logged: Logged[] = []
  const log: Log = (level, fields, message) => logged.push({ level, message, ...fields })
  const byName = Object.fromEntries(jobs.map((each) => [each.name, each]))
  const started = await startWorker({
    ...{ pool, database, jobs: byName, programs, concurrency: 4, log, pollEveryMs: 50 },
    ...{ sweepEveryMs: 200, leaseMarginMs: 500, overdueMs: 500, ...more },
  })
  t.teardown(() => started.stop(0))
  return { ...started, logged }
}

export interface WorkRow {
  readonly id: string
  readonly status: string
  readonly attempt: number
  readonly error: string | null
  readonly next_attempt_at: string | null
  readonly finished_at: string | null
  readonly lease: string | null
  readonly payload: { readonly [name: string]: Json }
}

export const workRow = async ({ rows }: WorkDatabase, id: string): Promise<WorkRow> => {
  const [row] = await rows<WorkRow>('select * from lectern.work where id = $1', [id])
  if (row === undefined) throw new Error(`no work ${id}`)
  return row
}

/** The row as soon as it stands there. */
export const workStands = (database: WorkDatabase, id: string, ...status: readonly string[]): Promise<WorkRow> =>
  until(`work is ${status.join(' or ')}`, async () => {
    const row = await workRow(database, id)
    return status.includes(row.status) ? row : undefined
  })

/** What `look` finds, as soon as it finds something. */
export const until = async <A>(
  what: string,
  look: () => Promise<A | undefined | false> | A | undefined | false,
  deadlineMs = 10_000,
): Promise<A> => {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromise(effect)
