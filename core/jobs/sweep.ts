import * as Effect from 'effect/Effect'
import type { ByName, ModelJob } from '../model.ts'
import type { Sql, SqlFailure } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'
import { type Ended, endAttempts } from './end-attempt.ts'
import { addWakes } from './wake.ts'

const work = schemaNameOf('work')

/** How many rows one statement of a sweep changes at most. */
const batchSize = 200

/**
 * Ends the attempts whose lease ran out: their process died, hung or lost the database. Each counts as a failed one, so
 * that work which kills its process comes to an end; but the next one begins at once, whatever the schedule says.
 */
export const takeOver = (sql: Sql, jobs: ByName<ModelJob>): Effect.Effect<readonly Ended[], SqlFailure> => {
  const retries = Object.fromEntries(Object.entries(jobs).map(([name, { retryMs }]) => [name, retryMs.length]))
  return untilFew((limit) => sql.query<Ended>(endExpired, [JSON.stringify(retries), silence, limit]))
}

/** What stands as the error of such an attempt. */
export const silence = 'The attempt ended without a word: its process died, hung or lost the database.'

const endExpired = statement(
  'work.take-over',
  endAttempts(`
    select w.id, w.job, w.attempt, case when w.attempt <= known.retries::integer then now() end as due, $2::text as error
    from ${work} w join jsonb_each_text($1::jsonb) known (job, retries) on known.job = w.job
    where w.status = 'running' and w.lease_until < now()
    order by w.lease_until limit $3::integer
    for update of w skip locked`),
)

/**
 * Wakes what is due for longer than `overdueMs` and has no graphile-worker job waiting: it vanished, or a process died
 * between fetching it and the claim, which leaves it locked for four hours. Answers how many.
 */
export const wakeOverdue = (sql: Sql, jobs: ByName<ModelJob>, overdueMs: number): Effect.Effect<number, SqlFailure> =>
  Effect.map(
    untilFew((limit) => sql.query(wake, [Object.keys(jobs), overdueMs, limit])),
    ({ length }) => length,
  )

const wake = statement(
  'work.wake',
  `with overdue as materialized (
    select w.id, w.job, w.attempt, w.next_attempt_at as due
    from ${work} w
    where w.status = 'pending' and w.job = any ($1::text[])
      and w.next_attempt_at < now() - $2::double precision * interval '1 millisecond'
      -- Seen again once the row is locked: another sweep has just done it, and its graphile-worker job is too new to be seen.
      and w.updated_at < now() - $2::double precision * interval '1 millisecond'
      and not exists (
        select from graphile_worker.jobs waiting where waiting.id = w.wake and (
          waiting.locked_at is null or waiting.locked_at > now() - $2::double precision * interval '1 millisecond'
        )
      )
    limit $3::integer
    for update of w skip locked
  ), woken as materialized (${addWakes('overdue')})
  update ${work} w set wake = woken.wake, updated_at = now() from woken where w.id = woken.id
  returning 1 as woken`,
)

const untilFew = <R>(
  batch: (limit: number) => Effect.Effect<readonly R[], SqlFailure>,
): Effect.Effect<readonly R[], SqlFailure> =>
  Effect.flatMap(batch(batchSize), (rows) =>
    rows.length < batchSize ? Effect.succeed(rows) : Effect.map(untilFew(batch), (more) => [...rows, ...more]),
  )
