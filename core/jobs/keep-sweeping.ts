import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import type { ByName, ModelJob } from '../model.ts'
import type { Database } from '../storage/database.ts'
import type { Log } from './log.ts'
import { addStarts, toSchedule } from './schedule.ts'
import { takeOver, wakeOverdue } from './sweep.ts'

export interface SweepingOptions {
  readonly database: Database
  readonly jobs: ByName<ModelJob>
  readonly everyMs: number
  readonly overdueMs: number
  readonly log: Log
}

/**
 * What each worker process does every few seconds, harmless beside others: take over expired leases, wake what was
 * forgotten, add what starts by itself. Answers how to stop it, which resolves when a sweep under way has ended.
 */
export const keepSweeping = (options: SweepingOptions): (() => Promise<void>) => {
  const sweep = toSweep(options)
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let current = Promise.resolve()
  const next = (): void => {
    current = sweep(stop.signal).then(() => {
      if (!stop.signal.aborted) timer = setTimeout(next, options.everyMs)
    })
  }
  next()
  return () => {
    clearTimeout(timer)
    stop.abort()
    return current
  }
}

/** A minute before the start counts too: what was due while one process gave way to the next is not missed. */
const lookBackMs = 60_000

/** What was due while the database was away for longer than this has been missed. */
const catchUpMs = 300_000

const toSweep = ({ database, jobs, overdueMs, log }: SweepingOptions) => {
  const schedule = toSchedule(jobs)
  let scheduledUntil = Date.now() - lookBackMs
  const program = Effect.gen(function* () {
    for (const { id, job, attempt, status } of yield* takeOver(database, jobs)) {
      log('warn', { work: id, job, attempt, status }, 'an attempt ended without a word')
    }
    const woken = yield* wakeOverdue(database, jobs, overdueMs)
    if (woken > 0) log('info', { woken }, 'overdue work was woken')
    const now = Date.now()
    const starts = schedule(Math.max(scheduledUntil, now - catchUpMs), now)
    yield* addStarts(database, starts)
    scheduledUntil = now
    for (const start of starts) log('debug', { ...start }, 'a job starts by itself')
  })
  return async (signal: AbortSignal): Promise<void> => {
    const exit = await Effect.runPromiseExit(program, { signal })
    if (exit._tag === 'Failure' && !signal.aborted)
      log('warn', { cause: Cause.pretty(exit.cause) }, 'a sweep failed; the next one does its work')
  }
}
