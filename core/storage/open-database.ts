import * as Effect from 'effect/Effect'
import type pg from 'pg'
import type { Database, Row, Sql, SqlFailure, SqlValue } from './database.ts'
import { isRetriable, toSqlFailure } from './sql-failure.ts'
import type { Statement } from './statement.ts'

/** The database over one pool. */
export const openDatabase = (pool: pg.Pool): Database => ({
  query: (statement, values) => ask(pool, statement, values),
  transaction: (program) => attempt(pool, program, 3),
})

type Asked = Pick<pg.ClientBase, 'query'> | pg.Pool

const ask = <R = Row>(
  client: Asked,
  { name, text }: Statement,
  values: readonly SqlValue[],
): Effect.Effect<readonly R[], SqlFailure> =>
  Effect.callback((resume) => {
    // The driver's types want an array that it may write to; it doesn't.
    client.query({ name, text, values: values as SqlValue[] }, (error: Error | null, result: pg.QueryResult) => {
      if (error === null || error === undefined) resume(Effect.succeed(result.rows))
      else resume(toSqlFailure(error))
    })
  })

const begin: Statement = { name: 'begin', text: 'begin' }
const commit: Statement = { name: 'commit', text: 'commit' }

const attempt = <A, E>(
  pool: pg.Pool,
  program: (sql: Sql) => Effect.Effect<A, E>,
  attempts: number,
): Effect.Effect<A, E | SqlFailure> =>
  Effect.suspend(() => {
    const once = Effect.acquireUseRelease(
      connect(pool),
      (client) => {
        const sql: Sql = { query: (statement, values) => ask(client, statement, values) }
        return Effect.flatMap(ask(client, begin, []), () =>
          Effect.flatMap(program(sql), (answer) => Effect.as(ask(client, commit, []), answer)),
        )
      },
      // A rollback that can't be said leaves a connection nobody may use again.
      (client, exit) =>
        exit._tag === 'Success'
          ? Effect.sync(() => client.release())
          : Effect.promise(() =>
              client.query('rollback').then(
                () => client.release(),
                (error: Error) => client.release(error),
              ),
            ),
    )
    if (attempts <= 1) return once
    return Effect.catchCause(once, (cause) =>
      isRetriable(cause) ? attempt(pool, program, attempts - 1) : Effect.failCause(cause),
    )
  })

const connect = (pool: pg.Pool): Effect.Effect<pg.PoolClient, SqlFailure> =>
  Effect.callback((resume) => {
    pool.connect().then(
      (client) => resume(Effect.succeed(client)),
      (error: Error) => resume(toSqlFailure(error)),
    )
  })
