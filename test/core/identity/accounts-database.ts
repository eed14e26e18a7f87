/** A database with the core's tables, for tests of accounts and keys. */
import * as Effect from 'effect/Effect'
import pg from 'pg'
import { collect } from '#core/collect.ts'
import { complete } from '#core/complete/complete.ts'
import { toTables } from '#core/derive/tables.ts'
import type { Database, SqlFailure } from '#core/storage/database.ts'
import { openDatabase } from '#core/storage/open-database.ts'
import { openPool } from '#core/storage/open-pool.ts'
import { createTable } from '#core/storage/schema/ddl.ts'
import { coreModule } from '#core/system/module.ts'
import { databaseTemplate, freshDatabase, type TestDatabase } from '#test/database.ts'

/** What is needed of tap's `t`. */
export type Teardown = { teardown(work: () => Promise<void>): void }

export interface AccountsDatabase {
  readonly connection: TestDatabase
  readonly database: Database
  /** Runs a program that must not fail. */
  run<A>(program: Effect.Effect<A, SqlFailure>): Promise<A>
}

export const accountsDatabase = async (t: Teardown): Promise<AccountsDatabase> => {
  const tables = toTables(complete(collect([{ module: coreModule, source: 'core', enabled: true }])))
  const texts = ['create schema lectern', ...tables.map((table) => createTable(table))]
  const template = await databaseTemplate(`accounts ${texts.join()}`, async ({ connectionString }) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const text of texts) await client.query(text)
    await client.end()
  })
  const connection = await freshDatabase(t, { template })
  const pool = openPool(connection, { max: 5, onError: () => undefined })
  t.teardown(() => pool.end())
  return { connection, database: openDatabase(pool), run: Effect.runPromise }
}
