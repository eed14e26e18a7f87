import * as Effect from 'effect/Effect'
import type { JobFailed, Json } from '#definitions'
import type { ModelJob } from '../model.ts'
import type { Database, Sql, SqlFailure } from '../storage/database.ts'
import { type Statement, schemaNameOf, statement } from '../storage/statement.ts'
import type { Claimed } from './claim.ts'
import { succeed } from './end-attempt.ts'

/** One attempt of a piece of work, as its program sees it. It holds no connection outside of `within` and `finish`. */
export interface Attempt {
  /** The piece of work. */
  readonly id: string
  /** Who holds it: an id of this attempt alone. */
  readonly lease: string
  readonly job: ModelJob
  readonly payload: { readonly [name: string]: Json }
  readonly accountId: string | null
  /** Which attempt this is, from 1. */
  readonly attempt: number
  /** Ends with the attempt's time, when the process stops, or when the lease is found lost. */
  readonly signal: AbortSignal
  /** One transaction that holds only while this attempt has the lease; else it interrupts, and nothing is kept. */
  within<A, E>(program: (sql: Sql) => Effect.Effect<A, E>): Effect.Effect<A, E | SqlFailure>
  /** The last transaction: the program's changes and the end of the work commit together. */
  finish<A, E>(program: (sql: Sql) => Effect.Effect<A, E>): Effect.Effect<A, E | SqlFailure>
}

/**
 * What a job does. What it leaves to run after its signal ended (a promise that doesn't listen to it) can't be stopped, and
 * may overlap with the next attempt.
 */
export type JobProgram = (attempt: Attempt) => Effect.Effect<void, JobFailed | SqlFailure>

/** An attempt as its program sees it; `stop` ends the program from outside. */
export const toAttempt = (database: Database, job: ModelJob, claimed: Claimed, stop: AbortController): Attempt => {
  const lost = Effect.suspend(() => {
    stop.abort('lost' satisfies StopReason)
    return Effect.interrupt
  })
  let isFinished = false
  const fenced =
    (fence: Statement) =>
    <A, E>(program: (sql: Sql) => Effect.Effect<A, E>): Effect.Effect<A, E | SqlFailure> =>
      Effect.suspend(() =>
        isFinished
          ? Effect.die(new Error(`${job.name}: a transaction after 'finish', which is the last one`))
          : database.transaction((sql) =>
              Effect.flatMap(sql.query(fence, [claimed.id, claimed.lease]), (rows) =>
                rows.length === 0 ? lost : program(sql),
              ),
            ),
      )
  const finishing = fenced(succeed)
  return {
    ...claimed,
    job,
    signal: stop.signal,
    within: fenced(hold),
    finish: (program) =>
      Effect.tap(finishing(program), () =>
        Effect.sync(() => {
          isFinished = true
        }),
      ),
  }
}

/** Why an attempt was ended from outside. */
export type StopReason = 'timeout' | 'stopped' | 'lost'

/** The row is locked until the transaction ends: nobody takes the work over between the fence and the commit. */
const hold = statement(
  'work.hold',
  `select from ${schemaNameOf('work')} where id = $1 and lease = $2 and status = 'running' for update`,
)
