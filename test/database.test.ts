import { once } from 'node:events'
import pg from 'pg'
import t from 'tap'
import { databaseTemplate, freshDatabase, type TestDatabase } from './database.ts'

const query = async (database: TestDatabase, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

t.test('two fresh databases know nothing of each other', async (t) => {
  const [one, two] = await Promise.all([freshDatabase(t), freshDatabase(t)])
  await query(one, 'create table note as select 1 as id')
  t.same(await query(one, 'select id from note'), [{ id: 1 }])
  await t.rejects(query(two, 'select id from note'), { code: '42P01' })
})

t.test('a fresh database is dropped when the test ends, with the connections it left open', async (t) => {
  const teardowns: (() => Promise<void>)[] = []
  const database = await freshDatabase({ teardown: (work) => void teardowns.push(work) })
  const client = new pg.Client(database)
  await client.connect()
  const lost = once(client, 'error')
  client.on('error', () => {})
  for (const teardown of teardowns) await teardown()
  t.match(await lost, [{ message: /terminat/ }])
  await t.rejects(query(database, 'select 1'), { code: '3D000' })
})

t.test('a template is filled once and copied for each', async (t) => {
  let filled = 0
  const prepare = async (database: TestDatabase) => {
    filled++
    await query(database, "create table note as select 'from the template' as text")
  }
  const hash = `filled once ${process.pid}`
  const names = await Promise.all([1, 2, 3].map(() => databaseTemplate(hash, prepare)))
  t.equal(filled, 1)
  t.equal(new Set(names).size, 1)
  const copies = await Promise.all(names.map((template) => freshDatabase(t, { template })))
  for (const copy of copies) t.same(await query(copy, 'select text from note'), [{ text: 'from the template' }])
})

t.test('another hash is another template', async (t) => {
  const one = await databaseTemplate(`one ${process.pid}`, async () => {})
  const two = await databaseTemplate(`two ${process.pid}`, async () => {})
  t.not(one, two)
})

t.test('a template whose preparation failed is filled anew', async (t) => {
  const hash = `fails at first ${process.pid}`
  const half = async (database: TestDatabase) => {
    await query(database, 'create table half (id int)')
    throw new Error('no more')
  }
  await t.rejects(databaseTemplate(hash, half), { message: 'no more' })
  const template = await databaseTemplate(hash, (database) => query(database, 'create table whole (id int)'))
  const copy = await freshDatabase(t, { template })
  t.same(await query(copy, "select relname from pg_class where relname in ('half', 'whole')"), [{ relname: 'whole' }])
})

t.test('the server sorts and reads letters alike on every machine', async (t) => {
  const database = await freshDatabase(t)
  const [row] = await query(database, "select lower('É') as lower, 'a' < 'B' as is_a_first, version() as version")
  t.match(row, { lower: 'é', is_a_first: false, version: /^PostgreSQL 18/ })
  await query(database, 'create extension pg_trgm')
  t.same(await query(database, "select cardinality(show_trgm('日本語の勉強')) as trigrams"), [{ trigrams: 7 }])
})
