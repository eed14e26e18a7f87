import pg from 'pg'
import t from 'tap'
import { serverVariable } from '#test/database.ts'
import { startSystem } from '#test/system.ts'

const system = await startSystem(t)
const { call, account, sql } = system
const key = await (await account()).key()
const students = '/api/v1/students'

/** Nobody gets in, and whoever is in is thrown out. */
const setAway = async (isAway: boolean, database: string): Promise<void> => {
  const server = new pg.Client({ connectionString: process.env[serverVariable] })
  await server.connect()
  await server.query(`alter database ${database} with allow_connections ${!isAway}`)
  if (isAway)
    await server.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [database])
  await server.end()
}

t.test(
  'while the database is away clients are told so in time, and it goes on by itself when it is back',
  async (t) => {
    const [row] = await sql<{ name: string }>('select current_database() as name')
    const database = row?.name ?? ''
    t.equal((await call('POST', students, { key, body: { name: 'Ada' } })).status, 201)
    await setAway(true, database)
    t.teardown(() => setAway(false, database))

    const before = performance.now()
    const answers = await Promise.all([
      call('GET', students, { key }),
      call('POST', students, { key, body: { name: 'Bob' } }),
      call('POST', students, { key, body: { name: 'Bob' }, headers: { 'Idempotency-Key': 'one' } }),
      call('PUT', `${students}/01900000-0000-7000-8000-000000000000`, {
        key,
        body: { name: 'Bob' },
        headers: { 'If-Match': '*' },
      }),
      call('POST', '/api/v1/auth/token', { key }),
    ])
    t.ok(performance.now() - before < 5_000, 'within five seconds')
    for (const { status, json, headers } of answers) {
      t.equal(status, 503)
      t.strictSame(json, { error: 'The service is not available just now; try again shortly.', code: 'UNAVAILABLE' })
      t.match(headers['retry-after'], /^\d+$/)
    }
    t.equal((await call('GET', students)).status, 401, 'who shows nothing is told so as ever')
    t.equal((await call('GET', '/healthz')).status, 200, 'the process itself is well')
    const ready = await call('GET', '/readyz')
    t.equal(ready.status, 503)
    t.match(ready.json, { error: /^Not ready: the database does not answer/, code: 'UNAVAILABLE' })

    await setAway(false, database)
    const deadline = Date.now() + 20_000
    while ((await call('GET', '/readyz')).status !== 200 && Date.now() < deadline);
    t.match((await call('GET', students, { key })).json, { total: 1 }, 'nothing of what was refused is there')
    const headers = { 'Idempotency-Key': 'one' }
    const made = await call('POST', students, { key, body: { name: 'Bob' }, headers })
    t.equal(made.status, 201, 'and what was not kept can be sent again')
    t.equal(made.headers['idempotency-replayed'], undefined)
  },
)
