import * as Effect from 'effect/Effect'
import type pg from 'pg'
import type { Database, Row, Sql, SqlFailure, SqlValue } from './database.ts'
import { type Deadlines, makeDeadlines } from './deadlines.ts'
import { isRetriable, readSqlFailure, toSqlFailure } from './sql-failure.ts'
import type { Statement } from './statement.ts'

export interface DatabaseOptions {
  /** How long one answer may take. Default 4 500, so that clients are told within 5 s that the database is away; 0: no limit. */
  readonly timeoutMs?: number
}

/** The database over one pool. */
export const openDatabase = (pool: pg.Pool, { timeoutMs = 4_500 }: DatabaseOptions = {}): Database => {
  const deadlines = makeDeadlines(timeoutMs)
  return {
    query: <R = Row>(statement: Statement, values: readonly SqlValue[]) =>
      Effect.callback<readonly R[], SqlFailure>((resume) => {
        pool.connect((error, client, release) => {
          if (client === undefined) return resume(unreachable(error))
          ask<R>(client, deadlines, statement, values, (answer, isLost) => {
            release(isLost)
            resume(answer)
          })
        })
      }),
    transaction: (program) => attempt(pool, deadlines, program, 3),
  }
}

/** Asks on this connection. A connection whose answer is late is lost: what it still brings belongs to nobody. */
const ask = <R>(
  client: pg.PoolClient,
  deadlines: Deadlines,
  { name, text }: Statement,
  values: readonly SqlValue[],
  tell: (answer: Effect.Effect<readonly R[], SqlFailure>, isLost: boolean) => void,
): void => {
  const awaited = deadlines.begin(() => tell(late, true))
  // The driver's types want an array that it may write to; it doesn't.
  client.query({ name, text, values: values as SqlValue[] }, (error: Error | null, result: pg.QueryResult) => {
    if (!deadlines.end(awaited)) return
    if (error === null || error === undefined) return tell(Effect.succeed(result.rows), false)
    tell(toSqlFailure(error), readSqlFailure(error)?._tag === 'DatabaseAway')
  })
}

/** A connection that can't be had is an absence, whatever the server says: it lets nobody in, it knows no such database. */
const unreachable = (error: Error | undefined): Effect.Effect<never, SqlFailure> =>
  Effect.fail({ _tag: 'DatabaseAway', cause: error ?? new Error('no connection was had') })

const late: Effect.Effect<never, SqlFailure> = Effect.fail({
  _tag: 'DatabaseAway',
  cause: new Error('the answer took too long'),
})

const begin: Statement = { name: 'begin', text: 'begin' }
const commit: Statement = { name: 'commit', text: 'commit' }
const rollback: Statement = { name: 'rollback', text: 'rollback' }

const attempt = <A, E>(
  pool: pg.Pool,
  deadlines: Deadlines,
  program: (sql: Sql) => Effect.Effect<A, E>,
  attempts: number,
): Effect.Effect<A, E | SqlFailure> => {
  const once = Effect.acquireUseRelease(
    Effect.map(connect(pool), (client) => within(client, deadlines)),
    ({ sql }) =>
      Effect.flatMap(sql.query(begin, []), () =>
        Effect.flatMap(program(sql), (answer) => Effect.as(sql.query(commit, []), answer)),
      ),
    ({ end }, exit) => end(exit._tag === 'Success'),
  )
  if (attempts <= 1) return once
  return Effect.catchCause(once, (cause) =>
    isRetriable(cause) ? attempt(pool, deadlines, program, attempts - 1) : Effect.failCause(cause),
  )
}

interface Held {
  readonly sql: Sql
  /** Gives the connection back; rolled back first unless all went well, thrown away when it can't be used again. */
  readonly end: (isDone: boolean) => Effect.Effect<void>
}

const within = (client: pg.PoolClient, deadlines: Deadlines): Held => {
  let isLost = false
  const sql: Sql = {
    query: <R = Row>(statement: Statement, values: readonly SqlValue[]) =>
      Effect.callback<readonly R[], SqlFailure>((resume) => {
        if (isLost) return resume(late)
        ask<R>(client, deadlines, statement, values, (answer, isGone) => {
          isLost ||= isGone
          resume(answer)
        })
      }),
  }
  return {
    sql,
    end: (isDone) => {
      const said = isDone || isLost ? Effect.void : Effect.asVoid(sql.query(rollback, []))
      const failed = Effect.catchCause(said, () =>
        Effect.sync(() => {
          isLost = true
        }),
      )
      return Effect.andThen(
        failed,
        Effect.sync(() => client.release(isLost)),
      )
    },
  }
}

const connect = (pool: pg.Pool): Effect.Effect<pg.PoolClient, SqlFailure> =>
  Effect.callback((resume) => {
    pool.connect((error, client) => {
      resume(client === undefined ? unreachable(error) : Effect.succeed(client))
    })
  })
