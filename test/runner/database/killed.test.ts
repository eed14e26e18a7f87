import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import tap, { test } from 'tap'
import { openDatabase } from '#runner/database/open-database.ts'
import {
  isProcess,
  kill,
  makeDataDirectory,
  query,
  readServerPid,
  startProcess,
  type Teardown,
} from './data-directory.ts'

const dataDir = await makeDataDirectory(tap)
const pidFile = join(dataDir, 'postgres/postmaster.pid')
const socketLock = join(dataDir, 'postgres/.s.PGSQL.5432.lock')

/** A server in another process, and its PostgreSQL. */
const startServer = async (t: Teardown) => {
  const server = startProcess(t, dataDir, 'server')
  const { word, content } = await server.answer
  if (word === 'refused') throw new Error(content)
  return { server, connection: content, postgres: (await readServerPid(dataDir)) ?? 0 }
}

const killEverything = async (t: Teardown): Promise<number> => {
  const { server, postgres } = await startServer(t)
  await Promise.all([server.kill(), kill(postgres)])
  return postgres
}

const roleHolders = `select distinct application_name from pg_stat_activity join pg_locks using (pid)
  where locktype = 'advisory' and mode = 'ExclusiveLock'`

/** Asks again while the server is away. */
const eventually = async (connection: pg.ClientConfig, text: string): Promise<readonly unknown[][]> => {
  for (let tries = 0; ; tries++) {
    try {
      return await query(connection, text)
    } catch (error) {
      if (tries === 200) throw error
      await setTimeout(20)
    }
  }
}

test('a killed server leaves its database running, and the next start takes it over at once', async (t) => {
  const { server, connection, postgres } = await startServer(t)
  await query(connection, 'create table kept (word text); insert into kept values ($$yes$$)')
  await server.kill()
  t.ok(isProcess(postgres))
  const next = await openDatabase({ dataDir, role: 'server' })
  t.equal(await readServerPid(dataDir), postgres)
  t.same(await query(next.connection, 'select word from kept'), [['yes']])
  await next.close()
  t.equal(await readServerPid(dataDir), undefined, 'and whoever took it over stops it')
  t.notOk(isProcess(postgres))
})

test('when server and database are killed, the next start recovers what was committed', async (t) => {
  const { server, connection, postgres } = await startServer(t)
  await query(connection, 'insert into kept values ($$committed$$)')
  await Promise.all([server.kill(), kill(postgres)])
  t.equal(await readServerPid(dataDir), postgres, 'a stale pid file is left')
  const next = await openDatabase({ dataDir, role: 'server' })
  t.same(await query(next.connection, 'select word from kept'), [['yes'], ['committed']])
  await next.close()
})

for (const [what, command] of [
  ['another program', 'exec sleep 60'],
  ['a zombie', 'sleep 0 & echo $!; exec sleep 60'],
] as const)
  test(`a stale pid file does no harm when its id belongs to ${what} by now`, async (t) => {
    const stale = await killEverything(t)
    const { uid, gid } = await stat(pidFile)
    const sleeper = spawn('/bin/sh', ['-c', command], { uid, gid, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] })
    t.teardown(() => void sleeper.kill('SIGKILL'))
    const reused = what === 'a zombie' ? Number(String((await once(sleeper.stdout, 'data'))[0])) : sleeper.pid
    await setTimeout(50)
    for (const file of [pidFile, socketLock])
      await writeFile(file, (await readFile(file, 'utf8')).replace(String(stale), String(reused)))

    const next = await openDatabase({ dataDir, role: 'server' })
    t.same(await query(next.connection, 'select 1'), [[1]])
    await next.close()
    t.equal(sleeper.exitCode ?? sleeper.signalCode, null, 'the other process was left alone')
  })

test('an empty pid file, left by a crash of the machine, does no harm', async (t) => {
  await killEverything(t)
  await writeFile(pidFile, '')
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(pidFile, longAgo, longAgo)
  const next = await openDatabase({ dataDir, role: 'server' })
  t.same(await query(next.connection, 'select 1'), [[1]])
  await next.close()
})

test('a database that is killed under a running server comes back at the same place', async (t) => {
  const { server, connection, postgres } = await startServer(t)
  await kill(postgres)
  t.same(await eventually(connection, 'select word from kept'), [['yes'], ['committed']])
  t.not(await readServerPid(dataDir), postgres)
  await setTimeout(200)
  t.match(server.log, ['The embedded database has gone away: starting it again', 'The embedded database is back'])
  t.same(await query(connection, roleHolders), [[`Lectern server (pid ${server.pid})`]], 'with its role')
  await server.close()
  t.equal(await readServerPid(dataDir), undefined)
})

test('a server whose connection is cut keeps running, and keeps its role', async (t) => {
  const { server, connection, postgres } = await startServer(t)
  await query(
    connection,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'Lectern server%'`,
  )
  await setTimeout(300)
  t.equal(await readServerPid(dataDir), postgres, 'the database itself went on')
  t.same(await query(connection, roleHolders), [[`Lectern server (pid ${server.pid})`]])
  await server.close()
  t.equal(await readServerPid(dataDir), undefined)
})

test('closing while the database is away ends soon, and leaves nothing behind', async (t) => {
  const { server, postgres } = await startServer(t)
  await kill(postgres)
  await server.close()
  await setTimeout(500)
  const pid = await readServerPid(dataDir)
  t.notOk(pid !== undefined && pid !== postgres && isProcess(pid), 'no server runs')
  const next = await openDatabase({ dataDir, role: 'server' })
  t.same(await query(next.connection, 'select 1'), [[1]])
  await next.close()
})
