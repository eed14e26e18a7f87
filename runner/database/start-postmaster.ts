import { spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import type { Cluster } from './cluster.ts'
import { chooseEndpoint } from './endpoint.ts'
import { errorCode } from './error-code.ts'
import { findPostgresPrograms } from './postgres-programs.ts'
import { serverEnvironment } from './server-environment.ts'

export interface StartedPostmaster {
  /** Undefined while it runs. */
  readonly end: () => Promise<PostmasterEnd | undefined>
  readonly stop: () => void
}

export interface PostmasterEnd {
  readonly reason: string
  /** Another process started or stopped a server at this moment: look again, and try again. */
  readonly isPassing: boolean
}

const settings = {
  shared_buffers: '256MB',
  max_connections: '50',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // A refused statement is the application's to report, and may hold personal data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}
const longestLogBytes = 1_000_000
const passing = /lock file .* (already exists|is empty)|shared memory block .* still in use|TCP\/IP sockets/

/**
 * Starts PostgreSQL apart from us: in a session of its own, so that Ctrl-C reaches only Node, and with a file for its log,
 * so that it lives on if we are killed. `stalePid`: what a left-over postmaster.pid names, if that is certainly no server.
 */
export const startPostmaster = async (cluster: Cluster, stalePid: number | undefined): Promise<StartedPostmaster> => {
  const { postgres } = await findPostgresPrograms()
  const all = { ...settings, ...(await chooseEndpoint(cluster.dir)) }
  const args = ['-D', cluster.dir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const log = await openLog(cluster.logFile)
  const child = spawn(postgres, args, {
    ...cluster.owner,
    cwd: parse(cluster.dir).root,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.handle.fd, log.handle.fd],
    // PostgreSQL takes a pid file for alive when any process has its id, unless told that this one is no server (as pg_ctl
    // tells it about its own shell). Deleting the file instead would also delete its guard against two servers.
    env: { ...serverEnvironment(), ...(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }) },
  })
  let fault: Error | undefined
  child.once('error', (error) => {
    fault = error
  })
  child.unref()
  await log.handle.close()
  const end = async (): Promise<PostmasterEnd | undefined> => {
    if (fault) return { reason: `${postgres} does not run here (${errorCode(fault)})`, isPassing: false }
    if (child.exitCode === null && child.signalCode === null) return undefined
    const reason = child.signalCode
      ? `it was killed by ${child.signalCode}`
      : await readReason(cluster.logFile, log.start, child.pid)
    return { reason, isPassing: child.exitCode === 0 || passing.test(reason) }
  }
  return { end, stop: () => child.kill('SIGINT') }
}

const openLog = async (file: string) => {
  const handle = await open(file, 'a', 0o600)
  if ((await handle.stat()).size > longestLogBytes) await handle.truncate()
  return { handle, start: (await handle.stat()).size }
}

/** What this server wrote last before it ended. Another one may have written to the same file meanwhile. */
const readReason = async (file: string, start: number, pid: number | undefined): Promise<string> => {
  const lines = (await readFile(file)).subarray(start).toString().trim().split('\n')
  const own = lines.filter((line) => line.includes(`[${pid}]`))
  const at = own.findLastIndex((line) => /(FATAL|PANIC): /.test(line))
  if (at < 0) return lines.at(-1) || 'it gave no reason'
  const said = own.slice(at).filter((line) => /(FATAL|PANIC|DETAIL|HINT): /.test(line))
  return said.map((line) => line.replace(/^.*?(FATAL|PANIC|DETAIL|HINT): +/, '').replace(/\.$/, '')).join('; ')
}
