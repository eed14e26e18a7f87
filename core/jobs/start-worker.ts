import * as Effect from 'effect/Effect'
import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { ByName, ModelJob } from '../model.ts'
import type { Database } from '../storage/database.ts'
import type { JobProgram } from './attempt.ts'
import { keepFetching } from './keep-fetching.ts'
import type { Log } from './log.ts'
import { perform } from './perform.ts'
import { repeat } from './repeat.ts'
import { toSchedule } from './schedule.ts'
import { countDue, toSweep } from './sweep.ts'
import { toWake } from './wake.ts'

export interface WorkerOptions {
  readonly pool: pg.Pool
  readonly database: Database
  /** The jobs that this process does; work of others waits. */
  readonly jobs: ByName<ModelJob>
  /** What they do; a job without one waits too. */
  readonly programs: ByName<JobProgram>
  /** How many attempts at once. */
  readonly concurrency: number
  readonly log: Log
  /** How often it looks for what was left behind and for what starts by itself. Default 5 s. */
  readonly sweepEveryMs?: number
  /** How much longer than the job's timeout a lease holds. Default 10 s. */
  readonly leaseMarginMs?: number
  /** For how long due work may lie without a wake-up. Default 10 s. */
  readonly overdueMs?: number
  /** How often it looks for what was to wait. Default 500 ms. */
  readonly pollEveryMs?: number
}

export interface Worker {
  /**
   * Begins no more attempts and gives those under way `timeoutMs` to end; then interrupts them and gives their work back,
   * as if they had not begun. Resolves at most a second later.
   */
  stop(timeoutMs: number): Promise<void>
  isRunning(): boolean
}

/** Connections that a worker takes from the pool: one an attempt, LISTEN, completions, the sweep. */
export const connectionsOf = (concurrency: number): number => concurrency + 3

/** Does the work of these jobs in this process. After `prepareJobs`. */
export const startWorker = async (options: WorkerOptions): Promise<Worker> => {
  const { pool, database, programs, concurrency, log } = options
  const { sweepEveryMs = 5_000, leaseMarginMs = 10_000, overdueMs = 10_000, pollEveryMs = 500 } = options
  const end = new AbortController()
  const jobs: { [name: string]: ModelJob } = {}
  const tasks: TaskList = {}
  for (const [name, job] of Object.entries(options.jobs)) {
    const program = programs[name]
    if (program === undefined) continue
    jobs[name] = job
    tasks[name] = async (payload) => {
      const wake = toWake(payload)
      if (wake === undefined) return log('warn', { job: name, payload }, 'a wake-up that is not ours')
      await Effect.runPromise(perform({ database, leaseMarginMs, end: end.signal, log }, job, program, wake))
    }
  }
  if (Object.keys(tasks).length === 0) return idle()
  const sweep = toSweep({ database, jobs, schedule: toSchedule(jobs), overdueMs, log })
  const fetching = await keepFetching({ pool, tasks, concurrency, log })
  const nudge = Effect.map(countDue(database, jobs, concurrency), (count) => fetching.nudge(count))
  const stopSweeping = repeat('sweep', sweepEveryMs, log, sweep)
  const stopNudging = repeat('look for due work', pollEveryMs, log, nudge)
  let stopping: Promise<void> | undefined
  const stop = async (timeoutMs: number): Promise<void> => {
    const ended = Promise.all([fetching.stop(), stopSweeping(), stopNudging()])
    if (await isWithin(ended, timeoutMs)) return
    end.abort()
    if (!(await isWithin(ended, lastWordMs)))
      log('warn', {}, 'the worker stops; what does not end is left to its lease')
  }
  return {
    stop: (timeoutMs) => {
      stopping ??= stop(timeoutMs)
      return stopping
    },
    isRunning: fetching.isRunning,
  }
}

/** How long interrupted attempts have to be given back. */
const lastWordMs = 1_000

const isWithin = async (ended: Promise<unknown>, ms: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([ended.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

const idle = (): Worker => {
  let isRunning = true
  return {
    stop: async () => {
      isRunning = false
    },
    isRunning: () => isRunning,
  }
}
