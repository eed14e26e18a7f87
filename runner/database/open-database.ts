import { resolve } from 'node:path'
import type pg from 'pg'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { openGivenDatabase } from './given-database.ts'
import type { Role } from './role.ts'

export type { Role } from './role.ts'

export interface Database {
  /** What `pg.Pool` takes. The embedded database is reached by a Unix socket where that is possible. */
  readonly connection: pg.ClientConfig
  readonly embedded: boolean
  /** PostgreSQL's `server_version_num`: 180004 is 18.4. */
  readonly version: number
  /** Releases the role and stops the embedded server when nobody else uses it. Call it after the pool has ended. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Absent or empty: the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  readonly role: Role
  readonly log?: (line: string) => void
}

/**
 * The PostgreSQL that `databaseUrl` names, or an embedded one that lives in `dataDir`.
 * Rejects with `DatabaseUnavailable`.
 */
export const openDatabase = ({ databaseUrl, dataDir, role, log }: DatabaseOptions): Promise<Database> =>
  databaseUrl
    ? openGivenDatabase(databaseUrl)
    : openEmbeddedDatabase({ dataDir: resolve(dataDir), role, log: log ?? (() => {}) })
