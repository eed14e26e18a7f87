import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Cluster } from './cluster.ts'
import { findPostgresPrograms } from './postgres-programs.ts'
import { readPostmaster, runsCluster } from './postmaster.ts'

const stopTimeoutMs = 20_000
const pollMs = 5

/** Ends every session, writes everything down, and resolves when the server is gone. False: not gone in 20 s. */
export const stopPostmaster = async (cluster: Cluster): Promise<boolean> => {
  const running = await readPostmaster(cluster)
  if (!running?.isRunning) return true
  await askToStop(running.pid, cluster)
  for (const until = performance.now() + stopTimeoutMs; performance.now() < until; await setTimeout(pollMs))
    if (!(await runsCluster(running.pid, cluster.dir))) return true
  return false
}

const askToStop = async (pid: number, { dir }: Cluster): Promise<void> => {
  if (process.platform === 'win32') {
    const { pgCtl } = await findPostgresPrograms()
    await promisify(execFile)(pgCtl, ['stop', '-D', dir, '-m', 'fast', '-W'])
  } else process.kill(pid, 'SIGINT') // PostgreSQL's word for: at once, but properly
}
