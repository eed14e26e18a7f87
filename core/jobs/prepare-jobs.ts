import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { graphileLogger } from './keep-fetching.ts'
import type { Log } from './log.ts'

/**
 * Makes graphile-worker's schema, or brings it up to date. Before the first work is added. Several processes may do it at
 * once: they take turns, which graphile-worker's own handling of this leaves to luck.
 */
export const prepareJobs = async (pool: pg.Pool, log: Log = () => undefined): Promise<void> => {
  const client = await pool.connect()
  let error: Error | undefined
  try {
    await client.query({ text: `select pg_advisory_lock(${turn})`, ...patient })
    await runMigrations({ pgPool: pool, logger: graphileLogger(log) })
    await client.query(`select pg_advisory_unlock(${turn})`)
  } catch (cause) {
    error = cause instanceof Error ? cause : new Error(String(cause))
    throw error
  } finally {
    // A connection that may still hold the lock is closed.
    client.release(error)
  }
}

const turn = `hashtextextended('lectern jobs', 0)`

/** The pool lets a query wait for seconds only. */
const patient = { query_timeout: 60_000 }
