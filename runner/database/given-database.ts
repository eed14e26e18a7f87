import pg from 'pg'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { errorCode, errorMessage } from './error-code.ts'
import type { Database } from './open-database.ts'

const oldestVersion = 150000
const connectTimeoutMs = 10_000

/** The PostgreSQL that DATABASE_URL names, once it has answered and is new enough. Nothing of it is held open. */
export const openGivenDatabase = async (databaseUrl: string): Promise<Database> => {
  checkAddress(databaseUrl)
  const connection = { connectionString: databaseUrl }
  const version = await askVersion({ ...connection, connectionTimeoutMillis: connectTimeoutMs })
  return { connection, embedded: false, version, close: async () => {} }
}

/**
 * A password with a bare `#`, `/` or `?` shifts every later part of an address: half of the password
 * then stands where the port is, and a message that names the port would tell it.
 */
const checkAddress = (databaseUrl: string) => {
  if (databaseUrl.startsWith('/') || databaseUrl.startsWith('socket:')) return
  if (!/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new DatabaseUnavailable('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  const authority = /^\w+:\/\/([^/?#]*)/.exec(databaseUrl)?.[1] ?? ''
  const isShifted = authority !== '' && !authority.includes('@') && databaseUrl.includes('@')
  if (isShifted || authority.split('@').length > 2)
    throw new DatabaseUnavailable(
      'DATABASE_URL cannot be read: in its user name and password, characters such as @ : / ? # must be written as %40 %3A %2F %3F %23.',
    )
}

const askVersion = async (config: pg.ClientConfig): Promise<number> => {
  const client = makeClient(config)
  client.on('error', () => {}) // a connection lost after its answer is nobody's concern
  const place = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; version: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
    )
    const number = rows[0]?.number ?? 0
    if (number < oldestVersion)
      throw new DatabaseUnavailable(
        `Lectern needs PostgreSQL 15 or later, and the database at ${place} is PostgreSQL ${rows[0]?.version}.`,
      )
    return number
  } catch (error) {
    throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(explain(error, place, client))
  } finally {
    await client.end().catch(() => {})
  }
}

const makeClient = (config: pg.ClientConfig): pg.Client => {
  try {
    return new pg.Client(config)
  } catch {
    // Without a cause: an "Invalid URL" error carries the address, and so the password.
    throw new DatabaseUnavailable(
      'DATABASE_URL cannot be read: it must look like postgres://user:password@host:5432/database, with special characters percent-encoded.',
    )
  }
}

/** Source: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const explain = (error: unknown, place: string, client: pg.Client): string => {
  const code = errorCode(error)
  if (code?.startsWith('28'))
    return `The database at ${place} refuses the user "${client.user}": check the user name and password in DATABASE_URL.`
  if (code === '3D000')
    return `The server at ${place} has no database "${client.database}": create it, or correct DATABASE_URL.`
  if (code !== undefined && /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code))
    // a system error's begins with E
    return `The database at ${place} answers with an error: ${errorMessage(error)} (${code}).`
  return `The database at ${place} cannot be reached (${code ?? errorMessage(error)}): is it running, and is DATABASE_URL right?`
}
