import pg from 'pg'
import { toIsoTime } from './time-text.ts'

const timestamptz = 1184

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === timestamptz ? toIsoTime : pg.types.getTypeParser(oid, format)),
}

export interface PoolOptions {
  /** How many connections. */
  readonly max: number
  /** Hears of connections lost while idle. */
  readonly onError: (error: Error) => void
}

/** The one pool of a process: its parsers, its time zone, its limits. */
export const openPool = (connection: pg.ClientConfig, { max, onError }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    ...connection,
    max,
    types,
    options: '-c timezone=UTC',
    application_name: 'lectern',
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
  })
  // Without a handler on the pool and on each client, a dropped connection ends the process.
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
  })
  return pool
}
