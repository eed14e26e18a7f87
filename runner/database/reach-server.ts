import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { clearRemnants } from './clear-remnants.ts'
import { type Cluster, database, user } from './cluster.ts'
import { explainClosedFolder } from './cluster-owner.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { errorCode, errorMessage } from './error-code.ts'
import { locks } from './locks.ts'
import { type Postmaster, readPostmaster } from './postmaster.ts'
import { type StartedPostmaster, startPostmaster } from './start-postmaster.ts'

export interface Reached {
  /** Holds the lock `use`: as long as it is connected, nobody stops the server. */
  readonly client: pg.Client
  readonly connection: pg.ClientConfig
  readonly version: number
}

export interface ReachOptions {
  readonly name: string
  readonly signal: AbortSignal
}

// A server that was killed replays its journal before it answers: seconds, rarely more.
const timeoutMs = 60_000
const pollMs = 5
const againPauseMs = 50

/**
 * A connection to the cluster's server: the one that runs, whoever started it, or one started now. PostgreSQL's own
 * lock lets one server of a cluster live, so several processes may try at once; those who lose find the winner's.
 */
export const reachServer = async (cluster: Cluster, options: ReachOptions): Promise<Reached> => {
  let started: StartedPostmaster | undefined
  let obstacle = 'it is still starting'
  for (const until = performance.now() + timeoutMs; performance.now() < until; await setTimeout(pollMs)) {
    if (options.signal.aborted) {
      started?.stop()
      break
    }
    const postmaster = await readPostmaster(cluster)
    if (postmaster?.isRunning) {
      if (!postmaster.isReady) continue
      const reached = await useServer(cluster, postmaster, options.name).catch((error) => {
        started?.stop()
        throw error
      })
      if (typeof reached !== 'string') return reached
      obstacle = reached
      continue
    }
    const end = await started?.end()
    if (started && end === undefined) continue
    if (end !== undefined) {
      if (!end.isPassing) throw await explainFailure(cluster, end.reason)
      obstacle = end.reason
      await setTimeout(againPauseMs)
    }
    await clearRemnants(cluster)
    started = await startPostmaster(cluster, postmaster?.pid)
  }
  throw await explainFailure(cluster, obstacle)
}

/** Connects and says that we use the server; or tells what stands in the way for now. */
const useServer = async (cluster: Cluster, { host, port }: Postmaster, name: string): Promise<Reached | string> => {
  const password = (await readFile(cluster.passwordFile, 'utf8')).trim()
  const connection = { host, port, user, password, database, ssl: false } // whatever PGSSLMODE says of other databases
  const client = new pg.Client({ ...connection, application_name: name, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // its 'end' tells the same
  try {
    await client.connect()
    const { rows } = await client.query<{ held: boolean; version: number }>(
      `select pg_try_advisory_lock_shared($1, $2) as held, current_setting('server_version_num')::int as version`,
      [...locks.use],
    )
    if (rows[0]?.held) {
      await requireOpen(connection)
      return { client, connection, version: rows[0].version }
    }
    await client.end()
    return 'another process is stopping it'
  } catch (error) {
    await client.end().catch(() => {})
    const code = errorCode(error)
    if (code === '3D000') await createDatabase(connection)
    if (code?.startsWith('28') || code === 'EACCES')
      throw new DatabaseUnavailable(
        `The database server of ${cluster.dir} does not let us in with the password in ${cluster.passwordFile} (${code}): was one of them replaced?`,
      )
    return errorMessage(error) || `it does not answer (${code})`
  }
}

/**
 * Fails when the server is already on its way down: the lock of whoever stops it may become free a moment before our own
 * session is ended too. From then on it takes no new connections.
 */
const requireOpen = async (connection: pg.ClientConfig): Promise<void> => {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  await client.end()
}

const createDatabase = async (connection: pg.ClientConfig): Promise<void> => {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`create database ${database}`)
  } catch {
    // Another process made it, or the server is going: the next look tells.
  } finally {
    await client.end().catch(() => {})
  }
}

const explainFailure = async (cluster: Cluster, reason: string): Promise<DatabaseUnavailable> =>
  (await explainClosedFolder(reason, [cluster.dir], cluster.owner)) ??
  new DatabaseUnavailable(`The database in ${cluster.dir} cannot be started: ${reason} (more in ${cluster.logFile}).`)
