import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
  WorkerPreset,
} from 'graphile-worker'
import type pg from 'pg'
import type { Log } from './log.ts'

/** Fetching of wake-ups by graphile-worker, kept going. */
export interface Fetching {
  /** Looks for wake-ups that have come due; those that are due when they are added announce themselves. */
  nudge(count: number): void
  /** Fetches no more; resolves when all attempts have ended. */
  stop(): Promise<void>
  isRunning(): boolean
}

export interface FetchingOptions {
  readonly pool: pg.Pool
  readonly tasks: TaskList
  readonly concurrency: number
  readonly log: Log
}

/**
 * Fetches wake-ups until it is stopped. graphile-worker gives up when the database goes away at the moment when it tells of
 * a job's end: then another one takes its place, while attempts under way go on.
 */
export const keepFetching = async (options: FetchingOptions): Promise<Fetching> => {
  const { log } = options
  const runners = new Set<Runner>()
  let current: WorkerPool | undefined
  let isStopping = false

  const begin = async (): Promise<void> => {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => {
      current = workerPool
    })
    // Told as soon as it fetches no more, which can be long before its last attempt has ended.
    events.on('pool:gracefulShutdown', ({ workerPool, message }) => {
      if (current === workerPool) current = undefined
      if (!isStopping) beginAgain(message)
    })
    const runner = await runGraphile(options, events)
    runners.add(runner)
    const forget = () => runners.delete(runner)
    runner.promise.then(forget, forget)
    if (isStopping) await stopped(runner)
  }

  const beginAgain = (reason: string): void => {
    log('warn', { reason }, 'fetching of work ended and begins again')
    sleep(1_000)
      .then(() => (isStopping ? undefined : begin()))
      .catch((error: unknown) => beginAgain(String(error)))
  }

  await begin()
  return {
    nudge: (count) => current?.nudge(count),
    stop: async () => {
      isStopping = true
      await Promise.all([...runners].map(stopped))
    },
    isRunning: () => current !== undefined && !isStopping,
  }
}

/** Each of its workers asks once in a while; what must begin sooner is nudged. */
const pollEveryMs = 10_000

const runGraphile = ({ pool, tasks, concurrency, log }: FetchingOptions, events: WorkerEvents): Promise<Runner> =>
  run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: [],
    noHandleSignals: true,
    logger: graphileLogger(log),
    events,
    preset: {
      extends: [WorkerPreset],
      worker: {
        concurrentJobs: concurrency,
        pollInterval: pollEveryMs,
        // No local queue: it fetches while all are busy here, what another process could begin at once.
        // Without batches graphile-worker doesn't handle a failure here, which would end the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })

/** Resolves when its attempts have ended, also when it was stopping already. */
const stopped = async (runner: Runner): Promise<void> => {
  await runner.stop().catch(() => undefined)
  await runner.promise.catch(() => undefined)
}

/** What graphile-worker has to say; that a job was done is no news. */
export const graphileLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    const ours = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
    log(ours, { by: 'graphile-worker' }, message)
  })
