import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'

/** A Kysely dialect over one client that stays the caller's, in whatever transaction it is. */
export const oneClient = (client: pg.ClientBase): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver(client),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

const driver = (client: pg.ClientBase): Driver => {
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => {
      const { rows }: pg.QueryResult = await client.query(sql, [...parameters])
      return { rows }
    },
    streamQuery: () => refuse('stream'),
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => refuse('begin'),
    commitTransaction: async () => refuse('commit'),
    rollbackTransaction: async () => refuse('roll back'),
    destroy: async () => {},
  }
}

const refuse = (what: string): never => {
  throw new Error(`the transaction is the caller's: nothing here may ${what}`)
}
