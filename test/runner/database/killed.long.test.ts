import { readdir } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import tap, { test } from 'tap'
import { openDatabase } from '#runner/database/open-database.ts'
import { isProcess, kill, makeDataDirectory, query, readServerPid, startProcess } from './data-directory.ts'

tap.setTimeout(240_000)

test('a first start that is killed at any moment does not stop the next one', async (t) => {
  for (const afterMs of [100, 200, 300, 400, 500, 600, 700, 900, 1_100, 1_400]) {
    const dataDir = await makeDataDirectory(t)
    const first = startProcess(t, dataDir, 'server')
    await setTimeout(afterMs)
    await first.kill()
    const second = await openDatabase({ dataDir, role: 'server' })
    t.same(await query(second.connection, 'select 1'), [[1]], `killed after ${afterMs} ms`)
    await second.close()
    // A killed initdb may live on for a moment; what it leaves goes with the start after that.
    await openDatabase({ dataDir, role: 'command' }).then((third) => third.close())
    t.same((await readdir(dataDir)).sort(), ['postgres', 'postgres.log'])
  }
})

test('starts that are killed at any moment, with or without the database, never stop the next one', async (t) => {
  const dataDir = await makeDataDirectory(t)
  const first = await openDatabase({ dataDir, role: 'command' })
  await query(first.connection, 'create table rounds (round int)')
  await first.close()
  for (let round = 0; round < 30; round++) {
    const killed = startProcess(t, dataDir, 'server')
    await setTimeout(60 + round * 8)
    await killed.kill()
    const postgres = await readServerPid(dataDir)
    if (round % 3 === 0 && postgres !== undefined && isProcess(postgres)) await kill(postgres)
    const next = await openDatabase({ dataDir, role: 'server' })
    await query(next.connection, `insert into rounds values (${round})`)
    await next.close()
  }
  const last = await openDatabase({ dataDir, role: 'command' })
  t.same(await query(last.connection, 'select count(*)::int from rounds'), [[30]])
  await last.close()
  t.equal(await readServerPid(dataDir), undefined)
})

test('a database that is killed again and again under two processes always comes back to both', async (t) => {
  const dataDir = await makeDataDirectory(t)
  const http = await openDatabase({ dataDir, role: 'http' })
  const worker = await openDatabase({ dataDir, role: 'worker' })
  for (let round = 0; round < 10; round++) {
    const postgres = await readServerPid(dataDir)
    if (postgres !== undefined) await kill(postgres)
    await setTimeout(100 + round * 50)
    for (const { connection } of [http, worker])
      for (let tries = 0; ; tries++) {
        const rows = await query(connection, 'select 1').catch((error) =>
          tries < 200 ? undefined : Promise.reject(error),
        )
        if (rows !== undefined) break
        await setTimeout(20)
      }
  }
  await setTimeout(1_500)
  await Promise.all([http.close(), worker.close()])
  t.equal(await readServerPid(dataDir), undefined)
})
