import type * as Effect from 'effect/Effect'
import { parseCronItems } from 'graphile-worker'
import { v5 } from 'uuid'
import type { ByName, ModelJob } from '../model.ts'
import type { Sql, SqlFailure } from '../storage/database.ts'
import { addPieces } from './add-work.ts'

/** A time at which a job starts by itself. */
export interface Start {
  readonly job: string
  /** A whole minute, as ISO 8601 text. */
  readonly at: string
}

/** The times at which jobs start, later than the first and up to the second: milliseconds since 1970. Cron in UTC. */
export type Schedule = (after: number, until: number) => readonly Start[]

/** Reads the jobs' `cron`; throws on one that isn't. */
export const toSchedule = (jobs: ByName<ModelJob>): Schedule => {
  const items = parseCronItems(
    Object.values(jobs).flatMap(({ name, cron }) => (cron === null ? [] : [{ task: name, match: cron }])),
  )
  return (after, until) =>
    minutes(after, until).flatMap((minute) => {
      const digest = {
        min: minute.getUTCMinutes(),
        hour: minute.getUTCHours(),
        date: minute.getUTCDate(),
        month: minute.getUTCMonth() + 1,
        dow: minute.getUTCDay(),
      }
      return items.filter(({ match }) => match(digest)).map(({ task }) => ({ job: task, at: minute.toISOString() }))
    })
}

const minuteMs = 60_000

const minutes = (after: number, until: number): readonly Date[] => {
  const first = Math.floor(after / minuteMs) + 1
  const count = Math.max(Math.floor(until / minuteMs) - first + 1, 0)
  return Array.from({ length: count }, (_, index) => new Date((first + index) * minuteMs))
}

/**
 * Adds what starts by itself. The id follows from job and time, so that however many processes do this, each start is one
 * piece of work; a process that dies meanwhile has done it, or left it to the others.
 */
export const addStarts = (sql: Sql, starts: readonly Start[]): Effect.Effect<void, SqlFailure> =>
  addPieces(
    sql,
    starts.map(({ job, at }) => ({ id: v5(`${job} ${at}`, startIds), job, accountId: null, payload: {} })),
  )

/** A namespace for ids, drawn once. */
const startIds = 'c0f5a2d0-6f0e-4c53-9d0b-5c1a7a6f2b1e'
