/** Databases for test files, on the one PostgreSQL of the run. `npm test -- test/some.test.ts` starts it for a single file. */
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'

/** Where a database is: what `pg` takes, and the same as an address for `DATABASE_URL`. */
export type TestDatabase = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly connectionString: string
}

/** What is needed of tap's `t`. */
type Teardown = { teardown(work: () => Promise<void>): void }

/** The variable in which test/run.ts hands the server's address to the test files. */
export const serverVariable = 'TEST_POSTGRES_URL'

/** A database of the caller's own, empty or a copy of `template`; dropped with every connection when `t` ends. */
export const freshDatabase = async (
  t: Teardown,
  options: { readonly template?: string } = {},
): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = options.template ?? 'template1'
  await withServer((server) => server.query(`create database ${name} template ${template} strategy file_copy`))
  t.teardown(() => withServer(async (server) => void (await server.query(`drop database ${name} with (force)`))))
  return databaseNamed(name)
}

/**
 * The name of a template that `prepare` has filled, for `freshDatabase`. Filled once in a run and shared by all its files:
 * the first caller with this `hash` fills it, others wait. `hash` stands for all that decides the content, the Model's hash
 * say. `prepare` closes its connections before it resolves; if it fails, the next caller tries again.
 */
export const databaseTemplate = async (
  hash: string,
  prepare: (database: TestDatabase) => Promise<unknown>,
): Promise<string> => {
  const name = `template_${createHash('sha256').update(hash).digest('hex').slice(0, 32)}`
  await withServer(async (server) => {
    // Held until this connection ends, with the process at the latest.
    await server.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    const { rowCount } = await server.query('select from pg_database where datname = $1 and datistemplate', [name])
    if (rowCount === 1) return
    await server.query(`drop database if exists ${name} with (force)`)
    await server.query(`create database ${name}`)
    await prepare(databaseNamed(name))
    await server.query(`alter database ${name} with is_template true allow_connections false`)
  })
  return name
}

const databaseNamed = (database: string): TestDatabase => {
  const url = serverUrl()
  url.pathname = `/${database}`
  const { hostname: host, port, username: user, password } = url
  return { host, port: Number(port), user, password, database, connectionString: url.href }
}

const withServer = async <A>(work: (server: pg.Client) => Promise<A>): Promise<A> => {
  const server = new pg.Client({ connectionString: serverUrl().href })
  await server.connect()
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}

const serverUrl = (): URL => {
  const url = process.env[serverVariable]
  if (url === undefined) throw new Error('tests with a database run by: npm test -- test/<file>.test.ts')
  return new URL(url)
}
