/** A database as a first start leaves it, but without an account, for the command line by DATABASE_URL. */
import pg from 'pg'
import { loadConfiguration } from '#runner/configuration/load-configuration.ts'
import { applySchemaSteps, remake } from '#runner/schema.ts'
import { databaseTemplate, freshDatabase, type TestDatabase } from '#test/database.ts'
import { makePlace, type Place } from './lectern.ts'

/** What is needed of tap's `t`. */
type Teardown = { teardown(work: () => Promise<void>): void }

export interface CommandPlace extends Place {
  readonly database: TestDatabase
  sql(text: string, values?: readonly unknown[]): Promise<readonly pg.QueryResultRow[]>
}

const tokens = { make: () => Promise.reject(new Error('no tokens here')), read: async () => undefined }

/** A place whose commands work on a database of its own. `empty`: one that nothing has been made in. */
export const commandPlace = async (t: Teardown, { empty = false } = {}): Promise<CommandPlace> => {
  const { plan } = await loadConfiguration({ configPath: undefined }, tokens)
  const template = await databaseTemplate(`commands ${JSON.stringify(plan.model)}`, async (database) => {
    await applySchemaSteps(database, plan, ['safe'])
    await remake(database, plan)
  })
  const database = await freshDatabase(t, empty ? {} : { template })
  return {
    ...(await makePlace(t, { DATABASE_URL: database.connectionString })),
    database,
    sql: async (text, values = []) => {
      const client = new pg.Client(database)
      await client.connect()
      const { rows } = await client.query(text, [...values])
      await client.end()
      return rows
    },
  }
}
