import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Role } from '#runner/database/open-database.ts'

/** What is needed of tap's `t`. */
export type Teardown = { teardown(work: () => Promise<void>): void }

/**
 * Waits for the end of its input: that of the test, or of the test's process by whatever signal. Then no server is left in the
 * data directory ($0), nor the folder around it ($1).
 */
const sweeper = `
cat >/dev/null
command_of() { if [ -d /proc/self ]; then tr '\\0' ' ' <"/proc/$1/cmdline"; else ps -ww -o command= -p "$1"; fi; }
for try in 1 2 3 4 5; do
  read -r pid <"$0/postgres/postmaster.pid" && command_of "$pid" | grep -qF -- "-D $0/postgres" && kill -9 "$pid"
  rm -rf "$1" && exit
  sleep 0.1
done 2>/dev/null
`

/** A temporary data directory, in `folder` below a folder of its own. */
export const makeDataDirectory = async (t: Teardown, folder = '.data'): Promise<string> => {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'lectern-database-')))
  await chmod(top, 0o777) // for the server's own user, and for tests that run as nobody
  const dataDir = join(top, folder)
  const shell = spawn('/bin/sh', ['-c', sweeper, dataDir, top], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  shell.unref()
  t.teardown(async () => {
    shell.ref()
    shell.stdin.end()
    if (shell.exitCode === null) await once(shell, 'exit')
  })
  return dataDir
}

/** The process id in postmaster.pid, whether it lives or not. */
export const readServerPid = async (dataDir: string): Promise<number | undefined> => {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return Number(text.split('\n')[0]) || undefined
}

/** kill -9, and waits until the process is gone. */
export const kill = async (pid: number): Promise<void> => {
  if (isProcess(pid)) process.kill(pid, 'SIGKILL')
  while (isProcess(pid)) await setTimeout(5)
}

/** A zombie, which in some containers nobody takes away, is none. */
export const isProcess = (pid: number): boolean => {
  try {
    return process.kill(pid, 0) && !(existsSync('/proc/self') && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === '')
  } catch {
    return false
  }
}

export const query = async (connection: pg.ClientConfig, text: string): Promise<readonly unknown[][]> => {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

export type Answer =
  | { readonly word: 'opened'; readonly content: pg.ClientConfig }
  | { readonly word: 'refused'; readonly content: string }

export interface DatabaseProcess {
  readonly pid: number
  readonly answer: Promise<Answer>
  readonly log: readonly string[]
  close(): Promise<void>
  kill(): Promise<void>
}

/** Opens the database in a process of its own. */
export const startProcess = (
  t: Teardown,
  dataDir: string,
  role: Role,
  options: { readonly uid?: number; readonly gid?: number; readonly cwd?: string } = {},
): DatabaseProcess => {
  const script = fileURLToPath(new URL('database-process.ts', import.meta.url))
  // tap follows child processes by a NODE_OPTIONS that writes where another user may not.
  const program =
    options.uid === undefined
      ? { execArgv: [] }
      : { execPath: '/usr/bin/env', execArgv: ['-u', 'NODE_OPTIONS', process.execPath] }
  const child = fork(script, [dataDir, role], {
    ...options,
    ...program,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const log: string[] = []
  const answer = new Promise<Answer>((resolve, reject) => {
    child.on('message', (message: Answer | { word: 'log'; content: string }) => {
      if (message.word === 'log') log.push(message.content)
      else resolve(message)
    })
    child.once('exit', () => reject(new Error('the process ended without an answer')))
  })
  answer.catch(() => {})
  const end = async (by: () => unknown) => {
    if (child.exitCode === null && child.signalCode === null) by()
    await exited
  }
  const killed = () => end(() => child.kill('SIGKILL'))
  t.teardown(killed)
  return {
    pid: child.pid ?? 0,
    answer,
    log,
    close: () => end(() => child.connected && child.send('close')),
    kill: killed,
  }
}
