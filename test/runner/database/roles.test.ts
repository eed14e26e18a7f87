import tap, { test } from 'tap'
import { type Database, openDatabase } from '#runner/database/open-database.ts'
import { makeDataDirectory, query, readServerPid, startProcess } from './data-directory.ts'

const dataDir = await makeDataDirectory(tap)

test('two processes that start at once on an empty directory share one database', async (t) => {
  const processes = (['http', 'worker', 'command'] as const).map((role) => startProcess(t, dataDir, role))
  const answers = await Promise.all(processes.map(({ answer }) => answer))
  const servers = await Promise.all(
    answers.map((answer) =>
      answer.word === 'opened' ? query(answer.content, 'select pg_postmaster_start_time()::text') : answer.content,
    ),
  )
  t.same(servers, [servers[0], servers[0], servers[0]])
  t.type(servers[0], Array)
  await Promise.all(processes.map((process) => process.close()))
  t.equal(await readServerPid(dataDir), undefined, 'those who leave at once leave no server behind')
})

test('a role that is taken is refused with a sentence that names the directory and who runs there', async (t) => {
  const refusal = (who: string) =>
    `Another ${who} (pid ${process.pid}) already runs on ${dataDir}: stop it, or give this one its own LECTERN_DATA_DIR.`
  const server = await openDatabase({ dataDir, role: 'server' })
  await Promise.all(
    (['server', 'http', 'worker'] as const).map((role) =>
      t.rejects(openDatabase({ dataDir, role }), { name: 'DatabaseUnavailable', message: refusal('Lectern server') }),
    ),
  )
  t.same(await query(server.connection, 'select 1'), [[1]], 'the refused ones stopped nothing')
  await server.close()

  const http = await openDatabase({ dataDir, role: 'http' })
  const worker = await openDatabase({ dataDir, role: 'worker' })
  await Promise.all([
    t.rejects(openDatabase({ dataDir, role: 'http' }), { message: refusal('Lectern HTTP process') }),
    t.rejects(openDatabase({ dataDir, role: 'worker' }), { message: refusal('Lectern worker') }),
    t.rejects(openDatabase({ dataDir, role: 'server' }), { message: /^Another Lectern (HTTP process|worker) \(pid/ }),
  ])
  await Promise.all([http.close(), worker.close()])
})

test('a server that starts while another one stops waits for it', async (t) => {
  const first = await openDatabase({ dataDir, role: 'server' })
  const second = openDatabase({ dataDir, role: 'server' })
  setTimeout(() => first.close(), 200)
  t.same(await query((await second).connection, 'select 1'), [[1]])
  await (await second).close()
})

test('the last one stops the server, in whatever order they leave', async (t) => {
  const first = await openDatabase({ dataDir, role: 'command' })
  const server = await openDatabase({ dataDir, role: 'server' })
  const second = await openDatabase({ dataDir, role: 'command' })
  await first.close()
  t.same(await query(server.connection, 'select 1'), [[1]], 'a command that started it leaves it to others')
  await server.close()
  t.same(await query(second.connection, 'select 1'), [[1]], 'a server leaves it to a command')
  await second.close()
  t.equal(await readServerPid(dataDir), undefined)
})

test('opening while others close always ends with a database that works', async (t) => {
  let last: Database = await openDatabase({ dataDir, role: 'command' })
  for (let round = 0; round < 15; round++) {
    const before = last
    const others = [1, 2, 3].map(() => openDatabase({ dataDir, role: 'command' }).then((other) => other.close()))
    const closed = before.close()
    last = await openDatabase({ dataDir, role: 'command' })
    await query(last.connection, 'select 1')
    await Promise.all([...others, closed])
  }
  t.same(await query(last.connection, 'select 1'), [[1]])
  await last.close()
  t.equal(await readServerPid(dataDir), undefined)
})
