import { setTimeout } from 'node:timers/promises'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { errorMessage } from './error-code.ts'
import { locks } from './locks.ts'
import { makeCluster } from './make-cluster.ts'
import type { Database } from './open-database.ts'
import { type Reached, reachServer } from './reach-server.ts'
import { connectionName, type Role, takeRole } from './role.ts'
import { stopPostmaster } from './stop-postmaster.ts'

interface EmbeddedOptions {
  readonly dataDir: string
  readonly role: Role
  readonly log: (line: string) => void
}

const retryMs = 1_000

/** The PostgreSQL in `dataDir`: made, started or joined, and kept running until nobody uses it any more. */
export const openEmbeddedDatabase = async (options: EmbeddedOptions): Promise<Database> => {
  try {
    return await open(options)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    const sentence = `The embedded database in ${options.dataDir} cannot be opened: ${errorMessage(error)}.`
    throw new DatabaseUnavailable(sentence, { cause: error })
  }
}

const open = async ({ dataDir, role, log }: EmbeddedOptions): Promise<Database> => {
  const cluster = await makeCluster(dataDir, log)
  const closing = new AbortController()
  let recovery = Promise.resolve()

  /** Reaches the server and takes our role on it. When the connection is lost although we still need it, does so again. */
  const join = async (): Promise<Reached> => {
    const reached = await reachServer(cluster, { name: connectionName(role), signal: closing.signal })
    try {
      await takeRole(reached.client, role, dataDir)
    } catch (error) {
      await leave(reached)
      throw error
    }
    reached.client.once('end', () => {
      if (!closing.signal.aborted) recovery = recover()
    })
    return reached
  }

  const recover = async (): Promise<void> => {
    log('The embedded database has gone away: starting it again')
    while (!closing.signal.aborted) {
      try {
        joined = await join()
        return log('The embedded database is back')
      } catch (error) {
        if (!closing.signal.aborted) log(errorMessage(error))
        await setTimeout(retryMs, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  /** The last one out stops the server. Two that leave at once can't both be before the last. */
  const leave = async ({ client }: Reached): Promise<void> => {
    try {
      await client.query('select pg_advisory_unlock_all()')
      const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1, $2) as last', [
        ...locks.use,
      ])
      if (rows[0]?.last && !(await stopPostmaster(cluster))) log(`The database in ${cluster.dir} takes long to stop`)
    } catch {
      // The connection is lost, and the server with it; or it runs on, and the next start joins it.
    }
    await client.end().catch(() => {})
  }

  let joined = await join()
  const { connection, version } = joined
  let closed: Promise<void> | undefined
  const close = async () => {
    closing.abort()
    await recovery
    await leave(joined)
  }
  return { connection, embedded: true, version, close: () => (closed ??= close()) }
}
