import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Cluster } from './cluster.ts'

/** The server process of a cluster, by the file it keeps: pid, folder, start, port, socket folder, host, memory, status. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** The socket folder, or an address of this machine. */
  readonly host: string
  readonly isReady: boolean
  /** False: the file is a dead server's, whose id some other process may have by now. */
  readonly isRunning: boolean
}

const run = promisify(execFile)

export const readPostmaster = async ({ dir }: Cluster): Promise<Postmaster | undefined> => {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder, address, , status] = text.split('\n').map((line) => line.trim())
  if (!Number(pid)) return undefined
  return {
    pid: Number(pid),
    port: Number(port),
    host: socketFolder || address || '127.0.0.1',
    isReady: status === 'ready',
    isRunning: await runsCluster(Number(pid), dir),
  }
}

/**
 * Whether this process serves the cluster in `dir`. By its command line, which everyone may read: in a container root may
 * not look at another user's open files, and a dead process that nobody takes away keeps its id, but no command.
 */
export const runsCluster = async (pid: number, dir: string): Promise<boolean> => {
  const command = await readCommand(pid).catch(() => '')
  return process.platform === 'win32' ? command.includes('postgres.exe') : `${command} `.includes(` -D ${dir} `)
}

const readCommand = async (pid: number): Promise<string> => {
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
  if (process.platform === 'win32') return (await run('tasklist', ['/fi', `pid eq ${pid}`, '/fo', 'csv', '/nh'])).stdout
  return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout.trim()
}
