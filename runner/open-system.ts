import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import type pg from 'pg'
import type { SqlFailure, Database as Statements } from '#core/storage/database.ts'
import { openDatabase as overPool } from '#core/storage/open-database.ts'
import { openPool } from '#core/storage/open-pool.ts'
import type { Configuration } from './configuration/configuration.ts'
import { openDatabase } from './database/open-database.ts'
import type { Environment } from './environment.ts'
import { Refused } from './refused.ts'
import { bringSchemaUp } from './schema.ts'

/** What a command works with, beside a running server or alone. */
export interface System {
  readonly configuration: Configuration
  /** For connections of one's own. */
  readonly connection: pg.ClientConfig
  readonly embedded: boolean
  /** PostgreSQL's `server_version_num`: 180004 is 18.4. */
  readonly version: number
  readonly pool: pg.Pool
  readonly database: Statements
}

const connections = 3

/**
 * Opens the database, which may mean to start the embedded one for as long as `use` runs, brings its schema up as a start
 * does unless `schema` says to leave it, and closes everything again, also when the process is asked to stop.
 */
export const withSystem = async <A>(
  environment: Environment,
  configuration: Configuration,
  use: (system: System) => Promise<A>,
  { schema = 'bring up' }: { readonly schema?: 'bring up' | 'leave' } = {},
): Promise<A> => {
  const { databaseUrl, dataDir } = environment
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each().catch(() => {})
  }
  const open = async () => {
    const place = await openDatabase({ databaseUrl, dataDir, role: 'command' })
    closers.push(() => place.close())
    const pool = openPool(place.connection, { max: connections, onError: () => {} })
    closers.push(() => pool.end())
    return { place, pool }
  }
  const opening = open()
  // Asked while the database starts, it is stopped as soon as it has started. The second signal ends the process at once.
  const stop = (signal: NodeJS.Signals) => {
    void opening
      .catch(() => {})
      .then(close)
      .then(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    const { place, pool } = await opening
    const { connection, embedded, version } = place
    if (schema === 'bring up') await bringSchemaUp(connection, configuration.plan)
    return await use({ configuration, connection, embedded, version, pool, database: overPool(pool) })
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    await close()
  }
}

/** Runs statements; a database that is away becomes a sentence, a defect stays one. */
export const ask = async <A>(program: Effect.Effect<A, SqlFailure>): Promise<A> => {
  const exit = await Effect.runPromiseExit(program)
  if (exit._tag === 'Success') return exit.value
  const failure = Cause.findErrorOption(exit.cause)
  if (failure._tag === 'None') throw Cause.squash(exit.cause)
  if (failure.value._tag === 'DatabaseAway')
    throw new Refused([`The database went away (${toMessage(failure.value.cause)}): try again when it is back.`])
  throw new Refused([`The database refuses the change: ${failure.value.constraint} does not hold.`])
}

const toMessage = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
