import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import type * as Exit from 'effect/Exit'
import type { JobFailed } from '#definitions'
import type { ModelJob } from '../model.ts'
import type { Database, SqlFailure } from '../storage/database.ts'
import { type JobProgram, type StopReason, toAttempt } from './attempt.ts'
import { type Claimed, claim } from './claim.ts'
import { type Ended, fail, release, succeed } from './end-attempt.ts'
import type { Log } from './log.ts'
import type { Wake } from './wake.ts'

/** What an attempt needs beside its job. */
export interface Surroundings {
  readonly database: Database
  /** How much longer than the job's timeout a lease holds, in milliseconds: the time to end a program and to say so. */
  readonly leaseMarginMs: number
  /** When it is aborted, attempts under way are interrupted and given back. */
  readonly end: AbortSignal
  readonly log: Log
}

/** One attempt, from the wake-up to its end: claim, run, end. Never fails; what it can't write down is left to the lease. */
export const perform = (
  surroundings: Surroundings,
  job: ModelJob,
  program: JobProgram,
  wake: Wake,
): Effect.Effect<void> => {
  const { database, leaseMarginMs, log } = surroundings
  const whole = Effect.gen(function* () {
    const claimed = yield* claim(database, wake, job, leaseMarginMs)
    if (claimed === undefined) return
    const outcome = yield* run(surroundings, job, program, claimed)
    yield* writeDown(surroundings, job, claimed, outcome)
  })
  return Effect.catchCause(whole, (cause) =>
    Effect.sync(() => {
      const fields = { job: job.name, work: wake.id, cause: Cause.pretty(cause) }
      log(Cause.hasDies(cause) ? 'error' : 'warn', fields, 'what became of the attempt could not be written down')
    }),
  )
}

type Outcome =
  | { readonly kind: 'succeeded' | 'released' | 'left' }
  | { readonly kind: 'failed'; readonly message: string; readonly permanent: boolean; readonly defect?: string }

const run = (
  { database, end }: Surroundings,
  job: ModelJob,
  program: JobProgram,
  claimed: Claimed,
): Effect.Effect<Outcome> =>
  Effect.promise(async () => {
    if (end.aborted) return { kind: 'released' }
    const stop = new AbortController()
    const giveBack = () => stop.abort('stopped' satisfies StopReason)
    end.addEventListener('abort', giveBack)
    const timer = setTimeout(() => stop.abort('timeout' satisfies StopReason), Math.min(job.timeoutMs, longestTimerMs))
    try {
      const attempt = toAttempt(database, job, claimed, stop)
      // A program that throws before it is an Effect is a defect like any other.
      const exit = await Effect.runPromiseExit(
        Effect.suspend(() => program(attempt)),
        { signal: stop.signal },
      )
      return toOutcome(exit, job, stop.signal)
    } finally {
      clearTimeout(timer)
      end.removeEventListener('abort', giveBack)
    }
  })

const longestTimerMs = 2 ** 31 - 1

const toOutcome = (exit: Exit.Exit<void, JobFailed | SqlFailure>, job: ModelJob, signal: AbortSignal): Outcome => {
  if (exit._tag === 'Success') return { kind: 'succeeded' }
  // Once it was ended from outside, whatever the program says is a consequence of that.
  if (signal.reason === 'stopped') return { kind: 'released' }
  if (signal.reason === 'lost') return { kind: 'left' }
  const failed = { kind: 'failed', permanent: false } as const
  if (signal.reason === 'timeout') return { ...failed, message: `It took longer than ${job.timeoutMs} ms.` }
  for (const reason of exit.cause.reasons) {
    if (reason._tag === 'Die') return { ...failed, message: toMessage(reason.defect), defect: Cause.pretty(exit.cause) }
    if (reason._tag !== 'Fail') continue
    const { error } = reason
    if (error._tag === 'DatabaseAway') return { kind: 'left' }
    if (error._tag === 'JobFailed') return { ...failed, message: error.message, permanent: error.permanent ?? false }
    return { ...failed, message: `The database refused a change: ${error.constraint}.` }
  }
  return { ...failed, message: 'It interrupted itself.' }
}

/** Does nothing where `finish` has said so already, or the lease was lost. */
const writeDown = (
  { database, log }: Surroundings,
  job: ModelJob,
  { id, lease, attempt }: Claimed,
  outcome: Outcome,
): Effect.Effect<void, SqlFailure> =>
  Effect.gen(function* () {
    const fields = { job: job.name, work: id, attempt }
    switch (outcome.kind) {
      case 'succeeded':
        return yield* Effect.asVoid(database.query(succeed, [id, lease]))
      case 'released':
        yield* database.query(release, [id, lease])
        return log('info', fields, 'the attempt was stopped and given back')
      case 'left':
        return log('warn', fields, 'the attempt lost its lease or the database')
      case 'failed': {
        const wait = outcome.permanent ? null : (job.retryMs[attempt - 1] ?? null)
        const [row] = yield* database.query<Ended>(fail, [id, lease, toErrorText(outcome.message), wait])
        const error = { ...fields, error: outcome.message }
        if (outcome.defect !== undefined) log('error', { ...error, cause: outcome.defect }, 'the attempt met a defect')
        if (row === undefined) return log('warn', error, 'the attempt failed after it had lost its lease or finished')
        if (row.status === 'failed') return log('warn', error, 'the work has failed')
        return log('warn', { ...error, againInMs: wait }, 'the attempt failed')
      }
    }
  })

const toMessage = (defect: unknown): string => (defect instanceof Error ? defect.message : String(defect))

/** PostgreSQL's text holds no NUL, and a row no novels. */
const toErrorText = (message: string): string => message.replaceAll('\0', '').slice(0, 2000).toWellFormed()
