import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { test } from 'tap'
import { examinePooling, examineServer } from '#runner/doctor/examine-database.ts'
import { examineDataDir, examineNode, examinePort } from '#runner/doctor/examine-machine.ts'
import type { Finding } from '#runner/doctor/finding.ts'
import { readEnvironment } from '#runner/environment.ts'
import { freshDatabase } from '#test/database.ts'
import { commandPlace } from '../command-database.ts'
import { makePlace, type Place } from '../lectern.ts'
import { startPooler } from './pooler.ts'

/** What is needed of tap's `t`. */
type Teardown = { teardown(work: () => Promise<void>): void }

/** The exit code and what is wrong. */
const wrongIn = async ({ run }: Place, environment: { readonly [name: string]: string } = {}) => {
  const { code, stdout } = await run(['doctor', '--json'], { PORT: '0', ...environment })
  const findings: readonly Finding[] = JSON.parse(stdout)
  return { code, findings, wrong: findings.filter(({ ok }) => !ok).map(({ ok, ...finding }) => finding) }
}

const listen = async (t: Teardown, server: Server): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(async () => void server.close())
  const address = server.address()
  return String(typeof address === 'object' && address !== null ? address.port : 0)
}

test('where all is well every part is told as such, and the end is 0', async (t) => {
  const place = await commandPlace(t)
  const { code, findings, wrong } = await wrongIn(place)
  t.same({ code, wrong }, { code: 0, wrong: [] })
  const parts = ['node', 'environment', 'data directory', 'secret', 'port', 'configuration', 'database', 'encoding']
  t.same(
    findings.map(({ name }) => name),
    [...parts, 'time zone', 'clocks', 'connections', 'schema', 'fingerprint', 'plans', 'totals', 'work'],
  )
  const { stdout } = await place.run(['doctor'], { PORT: '0' })
  t.match(stdout, /^ok {5}schema: It is up to date\.$/m)
  t.match(stdout, /^All is well\.$/m)
})

test('before the first start nothing is wrong, and nothing is made', async (t) => {
  const bare = await makePlace(t)
  const { code, findings } = await wrongIn(bare)
  t.equal(code, 0)
  t.match(findings.at(-1), { name: 'database', finding: 'There is none yet: the first start makes it.' })
  t.match((await wrongIn(await commandPlace(t, { empty: true }))).findings.at(-1), {
    ok: true,
    finding: 'The database is empty: the first start fills it.',
  })
})

test('what the records tell is found all at once, each with what to do', async (t) => {
  const place = await commandPlace(t)
  const id = '0199c0de-0000-7000-8000-000000000000'
  await place.sql("insert into lectern.installation (name, value) values ('secret', 'x')")
  await place.sql(
    "insert into lectern.accounts (id, name, email, plan, created_at, updated_at) values ($1, 'N', 'a@b', 'gold', now(), now())",
    [id],
  )
  await place.sql("insert into lectern.tallies (account_id, name, count) values ($1, 'student', 5)", [id])
  await place.write({ '.data/secret': 'a secret that others can read\n' })
  await chmod(join(place.folder, '.data/secret'), 0o644)
  const { code, wrong } = await wrongIn(place)
  t.equal(code, 1)
  t.same(wrong, [
    {
      name: 'secret',
      finding: `Others can read ${place.folder}/.data/secret.`,
      advice: `Run: chmod 600 ${place.folder}/.data/secret`,
    },
    {
      name: 'fingerprint',
      finding: 'The database belongs to another secret.',
      advice: 'Set LECTERN_SECRET to the one that it was first started with.',
    },
    {
      name: 'plans',
      finding: "1 account on the plan 'gold', which is not configured: the limits of 'default' hold.",
      advice: 'Configure the plan, or: account update ID --plan PLAN',
    },
    {
      name: 'totals',
      finding: "The kept total of 'student' is not what is there, for 1 account.",
      advice: 'This is a fault of Lectern: please report it. To count anew: migrate --recount',
    },
  ])
  t.match((await place.run(['doctor'])).stdout, /^WRONG {2}plans: .*\n {7}Configure the plan/m)
})

test('work that nobody does is found, but not that of modules that are switched off', async (t) => {
  const place = await commandPlace(t)
  const job = { kind: 'job', name: 'ring', doc: 'Rings.', payload: {} }
  await place.write({
    'lectern.config.json': { modules: ['./bell.ts'] },
    'bell.ts': `export default { name: 'bell', doc: 'A bell.', definitions: [${JSON.stringify(job)}],
      behaviours: [{ kind: 'job', serves: 'ring', program: () => undefined }] }`,
  })
  await place.answer(['migrate'])
  const add = (name: string, status: string, column: string, ago: string) =>
    place.sql(
      `insert into lectern.work (id, job, payload, status, ${column}, created_at, updated_at)
      values (gen_random_uuid(), $1, '{}', $2, now() - $3::interval, now(), now())`,
      [name, status, ago],
    )
  await add('ring', 'pending', 'next_attempt_at', '11 minutes')
  await add('ring', 'running', 'lease_until', '3 minutes')
  await add('ring', 'running', 'lease_until', '1 minute')
  await add('ring', 'pending', 'next_attempt_at', '9 minutes')
  await add('of-another-module', 'pending', 'next_attempt_at', '1 day')
  t.same((await wrongIn(place)).wrong, [
    {
      name: 'work',
      finding: "2 pieces of 'ring' overdue.",
      advice: 'Is a worker running? start, or start --only worker',
    },
  ])
})

test('a schema that is behind is found', async (t) => {
  const place = await commandPlace(t)
  await place.sql('drop table lectern.students')
  const { code, wrong } = await wrongIn(place)
  t.equal(code, 1)
  t.match(wrong, [
    { name: 'schema', finding: /^It lacks \d+ steps?\.$/, advice: 'Run migrate (or start); first see: migrate --plan' },
  ])
})

test('what is refused elsewhere is a finding here', async (t) => {
  const place = await makePlace(t)
  t.match(await wrongIn(place, { PORT: 'x', LECTERN_LOG_LEVEL: 'loud' }), {
    code: 1,
    wrong: [{ name: 'environment', finding: /^environment: PORT: / }, { finding: /LECTERN_LOG_LEVEL/ }],
  })
  await place.write({ 'lectern.config.json': { modules: ['studnets'] }, data: '' })
  const faulty = await wrongIn(place, {
    DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/school',
    LECTERN_DATA_DIR: join(place.folder, 'data'),
    LECTERN_SECRET: 'a secret of this test',
  })
  t.match(faulty, {
    code: 1,
    wrong: [
      { name: 'data directory', finding: `${place.folder}/data is no directory.` },
      { name: 'configuration', finding: /^configuration: modules\[0\]: no module 'studnets'/ },
      { name: 'database', finding: /^The database at 127\.0\.0\.1:1 cannot be reached/ },
    ],
  })
})

test('a port that is taken is a finding, unless a server of ours has it', async (t) => {
  const foreign = await listen(
    t,
    createServer((socket) => socket.destroy()),
  )
  const ours = await listen(
    t,
    createHttpServer((_, response) => response.end('{}')),
  )
  const find = (PORT: string, HOST = '127.0.0.1') => examinePort(readEnvironment({ PORT, HOST }))
  t.same(await find(foreign), {
    name: 'port',
    ok: false,
    finding: `${foreign} on 127.0.0.1 is taken.`,
    advice: 'Stop what listens there, or set PORT to another one.',
  })
  t.match(await find(ours), { ok: true, finding: `A server answers on ${ours} of 127.0.0.1.` })
  t.match(await find('0'), { ok: true })
  t.match(await find('0', '192.0.2.1'), { ok: false, finding: "0 on 192.0.2.1 can't be listened on (EADDRNOTAVAIL)." })
})

test('a pooler that lends connections by transaction is found, even when it has one only', async (t) => {
  const database = await freshDatabase(t)
  t.match(await examinePooling(database), { ok: true })
  for (const size of [3, 1])
    t.match(await examinePooling(await startPooler(t, database, size)), {
      ok: false,
      finding: 'Something between us and the database pools connections by transaction.',
    })
})

test('a database that keeps text otherwise or speaks of other times is found', async (t) => {
  const database = await freshDatabase(t)
  const pool = new pg.Pool({ ...database, options: '-c timezone=Asia/Tokyo' })
  t.match(
    (await examineServer(pool)).filter(({ ok }) => !ok),
    [{ name: 'time zone', finding: 'Connections speak Asia/Tokyo, although UTC is asked for.' }],
  )
  await pool.query(
    `create database ${database.database}_ascii template template0 encoding 'SQL_ASCII' locale 'C' locale_provider libc`,
  )
  const ascii = new pg.Pool({
    ...database,
    connectionString: undefined,
    database: `${database.database}_ascii`,
    options: '-c timezone=UTC',
  })
  t.match(
    (await examineServer(ascii)).filter(({ ok }) => !ok),
    [{ name: 'encoding', finding: 'The database keeps text as SQL_ASCII.' }],
  )
  await ascii.end()
  await pool.query(`drop database ${database.database}_ascii`)
  await pool.end()
})

test('an older Node is a finding', (t) => {
  t.equal(examineNode('22.19.0').ok, false)
  t.equal(examineNode('24.0.0').ok, true)
  t.end()
})

test('a data directory that can not be written to is a finding', { skip: process.platform !== 'linux' }, async (t) => {
  // Not even root makes a file there.
  t.match(await examineDataDir(readEnvironment({ LECTERN_DATA_DIR: '/proc' })), {
    ok: false,
    finding: /^\/proc can't be written to \(E[A-Z]+\)\.$/,
    advice: 'Give it to the user that runs Lectern, or set LECTERN_DATA_DIR.',
  })
})
