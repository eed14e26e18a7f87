/** A process that works until it is told to stop, or killed: what the long tests start. */
import * as Effect from 'effect/Effect'
import type { JobProgram } from '#core/jobs/attempt.ts'
import { startWorker, type WorkerOptions } from '#core/jobs/start-worker.ts'
import { openDatabase } from '#core/storage/open-database.ts'
import { openPool } from '#core/storage/open-pool.ts'
import { statement } from '#core/storage/statement.ts'
import { job } from './work-database.ts'

export interface ProcessSettings extends Pick<WorkerOptions, 'concurrency'> {
  readonly connectionString: string
  readonly timeoutMs: number
  readonly retryMs: readonly number[]
  /** Those of the product where left out. */
  readonly timing?: Partial<Pick<WorkerOptions, 'sweepEveryMs' | 'leaseMarginMs' | 'overdueMs'>>
}

const begin = statement('test.begin', 'insert into begins (work, attempt, pid) values ($1, $2, $3)')
const effect = statement('test.effect', 'insert into effects (work, attempt, pid) values ($1, $2, $3)')

/** Says that it began, takes `payload.takesMs`, and writes its effect with its end. Fails in attempts up to `payload.failures`. */
const slow: JobProgram = ({ id, attempt, payload, within, finish }) =>
  Effect.gen(function* () {
    yield* within((sql) => sql.query(begin, [id, attempt, process.pid]))
    yield* Effect.sleep(Number(payload.takesMs ?? 0))
    if (attempt <= Number(payload.failures ?? 0))
      return yield* Effect.fail({ _tag: 'JobFailed' as const, message: 'as it was told' })
    yield* finish((sql) => sql.query(effect, [id, attempt, process.pid]))
  })

const main = async ({ connectionString, timeoutMs, retryMs, concurrency, timing }: ProcessSettings) => {
  const pool = openPool({ connectionString }, { max: concurrency + 3, onError: () => undefined })
  const worker = await startWorker({
    pool,
    database: openDatabase(pool),
    jobs: { slow: job('slow', { timeoutMs, retryMs }) },
    programs: { slow },
    concurrency,
    log: () => undefined,
    ...timing,
  })
  process.on('SIGTERM', async () => {
    await worker.stop(20)
    await pool.end()
    process.disconnect()
  })
  // Nobody is left to look after it.
  process.on('disconnect', () => process.exit())
  process.send?.('ready')
}

const [settings] = process.argv.slice(2)
if (settings !== undefined) await main(JSON.parse(settings))
