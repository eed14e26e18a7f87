import * as Effect from 'effect/Effect'
import type { Behaviour, JobFailed, Json, Services } from '#definitions'
import type { JobProgram } from '../jobs/attempt.ts'
import type { ModelJob } from '../model.ts'
import type { Refusal } from '../refusal.ts'
import type { Sql, SqlFailure } from '../storage/database.ts'
import { makeServices, type ServiceParts } from './services.ts'
import { orDefect, restoreRefusal } from './store.ts'

/** A declared job, as its behaviour says. */
export const jobProgram =
  (job: ModelJob, { program }: Behaviour, parts: ServiceParts): JobProgram =>
  (attempt) => {
    const { accountId, payload, signal } = attempt
    const now = () => new Date().toISOString()
    const inside =
      (run: <A, E>(program: (sql: Sql) => Effect.Effect<A, E>) => Effect.Effect<A, E | SqlFailure>) =>
      <A, E>(work: (services: Services) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
        passing(run((sql) => work(makeServices(parts, { sql, accountId, now: now(), module: job.module }))))
    const context = {
      payload,
      accountId,
      attempt: attempt.attempt,
      now: now(),
      settings: parts.settingsOf(job.module) satisfies { readonly [name: string]: Json },
      signal,
      within: inside(attempt.within),
      finish: inside(attempt.finish),
      fail: (message: string, options: { readonly permanent?: boolean } = {}) =>
        Effect.fail({ _tag: 'JobFailed', message, ...options } satisfies JobFailed),
    }
    // `behaviour` has typed the program from the very definition that this job was made from.
    const run = program as unknown as (given: typeof context) => Effect.Effect<void, JobFailed>
    return toJobFailure(restoreRefusal(run(context)))
  }

/** Keeps a behaviour's own failures and lets those of the database pass by as defects. */
const passing = <A, E>(effect: Effect.Effect<A, E | SqlFailure>): Effect.Effect<A, E> =>
  Effect.catch(
    effect,
    (failure): Effect.Effect<never, E> =>
      isSqlFailure(failure) ? orDefect(Effect.fail(failure)) : Effect.fail(failure),
  )

const isSqlFailure = (failure: unknown): failure is SqlFailure =>
  typeof failure === 'object' &&
  failure !== null &&
  '_tag' in failure &&
  (failure._tag === 'DatabaseAway' || failure._tag === 'ConstraintRefused')

/** In a job there is no client to be told: what refuses it fails the attempt. */
const toJobFailure = <A>(effect: Effect.Effect<A, JobFailed | Refusal>): Effect.Effect<A, JobFailed | SqlFailure> =>
  Effect.catch(effect, (failure): Effect.Effect<never, JobFailed | SqlFailure> => {
    if (failure._tag === 'Failure') return Effect.fail({ _tag: 'JobFailed', message: failure.message ?? failure.code })
    if (failure._tag === 'Invalid') return Effect.die(new Error('A job was refused as if it were a request.'))
    return Effect.fail(failure)
  })
