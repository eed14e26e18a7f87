import * as Effect from 'effect/Effect'
import type { ByName, ModelJob } from '../model.ts'
import type { Database, Sql, SqlFailure } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'
import { type Ended, endAttempts } from './end-attempt.ts'
import type { Log } from './log.ts'
import { addStarts, type Schedule } from './schedule.ts'
import { addWakes } from './wake.ts'

/** How a worker looks after work in general, beside the attempts that it makes. */
export interface Sweep {
  readonly database: Database
  readonly jobs: ByName<ModelJob>
  readonly schedule: Schedule
  /** For how long due work may lie without a wake-up, in milliseconds. */
  readonly overdueMs: number
  readonly log: Log
}

/**
 * What each worker process does every few seconds, harmless beside others: take over expired leases, add what starts by
 * itself, wake what was forgotten.
 */
export const toSweep = ({ database, jobs, schedule, overdueMs, log }: Sweep): Effect.Effect<void, SqlFailure> => {
  let scheduledUntil = Date.now() - lookBackMs
  return Effect.gen(function* () {
    for (const { id, job, attempt, status } of yield* takeOver(database, jobs)) {
      log('warn', { work: id, job, attempt, status }, 'an attempt ended without a word')
    }
    const now = Date.now()
    const starts = schedule(Math.max(scheduledUntil, now - catchUpMs), now)
    yield* addStarts(database, starts)
    scheduledUntil = now
    for (const start of starts) log('debug', { ...start }, 'a job starts by itself')
    const woken = yield* wakeOverdue(database, jobs, overdueMs)
    if (woken > 0) log('info', { woken }, 'overdue work was woken')
  })
}

/** A minute before the start counts too: what was due while one process gave way to the next is not missed. */
const lookBackMs = 60_000

/** What was due while the database was away for longer than this has been missed. */
const catchUpMs = 300_000

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
 * between fetching it and the claim, which leaves it locked for four hours. Only the oldest are looked at, so that a long
 * queue costs no more than a short one: what stands behind them is not next in any case. Answers how many.
 */
export const wakeOverdue = (sql: Sql, jobs: ByName<ModelJob>, overdueMs: number): Effect.Effect<number, SqlFailure> =>
  Effect.map(
    untilFew((limit) => sql.query(wake, [Object.keys(jobs), overdueMs, limit])),
    ({ length }) => length,
  )

const longAgo = `now() - $2::double precision * interval '1 millisecond'`

const wake = statement(
  'work.wake',
  `with oldest as materialized (
    select id, wake from ${work}
    where status = 'pending' and job = any ($1::text[]) and next_attempt_at < ${longAgo} and updated_at < ${longAgo}
    order by next_attempt_at limit 1000
  ), overdue as materialized (
    select w.id, w.job, w.attempt, w.next_attempt_at as due
    from oldest join ${work} w using (id)
    -- The row is seen anew once it is locked: another sweep may have just woken it, by a job too new to be seen here.
    where w.status = 'pending' and w.updated_at < ${longAgo} and not exists (
      select from graphile_worker.jobs waiting
      where waiting.id = oldest.wake and (waiting.locked_at is null or waiting.locked_at > ${longAgo})
    )
    limit $3::integer
    for update of w skip locked
  ), woken as materialized (${addWakes('overdue')})
  update ${work} w set wake = woken.wake, updated_at = now() from woken where w.id = woken.id
  returning 1 as woken`,
)

/** How much pending work of these jobs is due, up to `limit`: most of it will have been fetched before this is answered. */
export const countDue = (sql: Sql, jobs: ByName<ModelJob>, limit: number): Effect.Effect<number, SqlFailure> =>
  Effect.map(sql.query<{ due: number }>(due, [Object.keys(jobs), limit]), ([row]) => row?.due ?? 0)

const due = statement(
  'work.due',
  `select count(*)::integer as due from (
    select from ${work}
    where status = 'pending' and job = any ($1::text[]) and next_attempt_at <= now()
    limit $2::integer
  ) pending`,
)

const untilFew = <R>(
  batch: (limit: number) => Effect.Effect<readonly R[], SqlFailure>,
): Effect.Effect<readonly R[], SqlFailure> =>
  Effect.flatMap(batch(batchSize), (rows) =>
    rows.length < batchSize ? Effect.succeed(rows) : Effect.map(untilFew(batch), (more) => [...rows, ...more]),
  )
