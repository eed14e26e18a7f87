import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import tap, { test } from 'tap'
import { openDatabase } from '#runner/database/open-database.ts'
import { isProcess, makeDataDirectory, query, readServerPid, startProcess } from './data-directory.ts'

// Made by the first test, and used by those that don't mind.
const dataDir = await makeDataDirectory(tap)

test('an empty data directory becomes a database, and keeps what is written', async (t) => {
  const first = await openDatabase({ dataDir, role: 'server' })
  t.equal(first.embedded, true)
  t.ok(first.version >= 150000)
  t.same(await query(first.connection, 'select current_database()'), [['lectern']])
  await query(first.connection, 'create table kept (word text); insert into kept values ($$yes$$)')
  await first.close()

  const second = await openDatabase({ databaseUrl: '', dataDir, role: 'server' }) // an empty DATABASE_URL is none
  t.same(await query(second.connection, 'select word from kept'), [['yes']])
  await second.close()
})

test('the database exposes no port, and its password is readable by its owner alone', async (t) => {
  const database = await openDatabase({ dataDir, role: 'server' })
  t.equal(database.connection.host, join(dataDir, 'postgres'))
  t.same(await query(database.connection, 'show listen_addresses'), [['']])
  t.equal((await stat(join(dataDir, 'postgres/lectern.password'))).mode & 0o777, 0o600)
  t.equal((await stat(join(dataDir, 'postgres.log'))).mode & 0o777, 0o600)
  await t.rejects(query({ ...database.connection, password: 'guessed' }, 'select 1'), { code: '28P01' })
  await database.close()
})

test('text sorts and folds alike on every machine', async (t) => {
  const database = await openDatabase({ dataDir, role: 'server' })
  t.same(await query(database.connection, `select lower('É'), 'a' > 'B', current_setting('timezone')`), [
    ['é', true, 'UTC'],
  ])
  await query(database.connection, 'create extension pg_trgm')
  t.same(await query(database.connection, `select cardinality(show_trgm('日本語の勉強'))`), [[7]])
  await database.close()
})

test('no server is left when the last one closes, and closing twice is closing once', async (t) => {
  const database = await openDatabase({ dataDir, role: 'command' })
  const pid = await readServerPid(dataDir)
  t.ok(pid !== undefined && isProcess(pid))
  await Promise.all([database.close(), database.close()])
  await database.close()
  t.equal(await readServerPid(dataDir), undefined)
})

test('a data directory may be given relative to the working directory', async (t) => {
  const database = await openDatabase({ dataDir: relative(process.cwd(), dataDir), role: 'command' })
  t.equal(database.connection.host, join(dataDir, 'postgres'))
  await database.close()
})

test('a path too long for a socket is served on a port of this machine, the same one each time', async (t) => {
  const dataDir = await makeDataDirectory(t, 'ö'.repeat(60))
  const first = await openDatabase({ dataDir, role: 'server' })
  t.equal(first.connection.host, '127.0.0.1')
  t.same(await query(first.connection, 'select 1'), [[1]])
  await first.close()
  const second = await openDatabase({ dataDir, role: 'server' })
  t.equal(second.connection.port, first.connection.port)
  await second.close()
})

test('a path with spaces, commas and quotes is a path', async (t) => {
  const dataDir = await makeDataDirectory(t, `my "school", it's`)
  const database = await openDatabase({ dataDir, role: 'server' })
  t.equal(database.connection.host, join(dataDir, 'postgres'))
  await database.close()
})

test('Lectern runs as root', { skip: process.getuid?.() !== 0 && 'needs root' }, async (t) => {
  const dataDir = await makeDataDirectory(t)
  const database = await openDatabase({ dataDir, role: 'server' })
  t.not((await stat(join(dataDir, 'postgres'))).uid, 0)
  await database.close()
})

test('Lectern runs as an ordinary user', async (t) => {
  // Root lets nobody do it, where nobody can read this program.
  const nobody = 65534
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const dataDir = await makeDataDirectory(t)
  const child = startProcess(t, dataDir, 'server', { ...user, cwd: '/' })
  const answer = await child.answer
  t.equal(answer.word, 'opened')
  t.equal((await stat(join(dataDir, 'postgres'))).uid, user.uid ?? process.getuid?.())
  if (user.uid === undefined) return child.close()

  const beside = await openDatabase({ dataDir, role: 'command' })
  t.same(await query(beside.connection, 'select 1'), [[1]], 'root works beside them')
  await beside.close()
  await child.close()
  const after = await openDatabase({ dataDir, role: 'command' })
  t.same(await query(after.connection, 'select 1'), [[1]], 'and after them, as their user')
  await after.close()
})
