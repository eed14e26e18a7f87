/** What holds when worker processes are killed, with real processes and real kills. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { addWork } from '#core/jobs/add-work.ts'
import { run, until, type WorkDatabase, workDatabase, workStands } from './work-database.ts'
import type { ProcessSettings } from './worker-process.ts'

const quick = { sweepEveryMs: 500, leaseMarginMs: 500, overdueMs: 1_000 }

type Tap = Parameters<typeof workDatabase>[0]

const prepare = async (t: Tap) => {
  const database = await workDatabase(t)
  await database.rows('create table begins (work uuid, attempt int, pid int, at timestamptz default clock_timestamp())')
  const start = async (settings: Omit<ProcessSettings, 'connectionString' | 'concurrency'>, concurrency = 4) => {
    const given: ProcessSettings = { ...settings, concurrency, connectionString: database.connectionString }
    const child = fork(new URL('worker-process.ts', import.meta.url), [JSON.stringify(given)], { stdio: 'inherit' })
    t.teardown(() => end(child, 'SIGKILL'))
    await once(child, 'message')
    return child
  }
  return { ...database, start }
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

const add = async ({ database }: WorkDatabase, payload: { takesMs?: number; failures?: number }): Promise<string> => {
  const [id = ''] = await run(addWork(database, [{ job: 'slow', accountId: null, payload }]))
  return id
}

const begun = (database: WorkDatabase, id: string, attempt: number) =>
  until(
    `attempt ${attempt} has begun`,
    async () => {
      const [row] = await database.rows<{ at: string; pid: number }>(
        'select at, pid from begins where work = $1 and attempt = $2',
        [id, attempt],
      )
      return row && { pid: row.pid, at: Date.parse(row.at) }
    },
    60_000,
  )

t.test('kill -9 of a worker: another takes the work over within its limit plus 30 s', async (t) => {
  const database = await prepare(t)
  const settings = { timeoutMs: 2_000, retryMs: [3_600_000] }
  const first = await database.start(settings)
  const id = await add(database, { takesMs: 1_000 })
  await begun(database, id, 1)
  await end(first, 'SIGKILL')
  const killedAt = Date.now()
  const second = await database.start(settings)
  const { at, pid } = await begun(database, id, 2)
  t.equal(pid, second.pid)
  t.comment(`taken over after ${at - killedAt} ms`)
  t.ok(at - killedAt < settings.timeoutMs + 30_000)
  t.match(await workStands(database, id, 'succeeded'), { attempt: 2 })
  t.equal((await database.rows('select * from effects where work = $1', [id])).length, 1)
})

t.test('a declared schedule is kept, though the worker is killed while it waits', async (t) => {
  const database = await prepare(t)
  const retryMs = [3_000, 1_000, 5_000]
  const settings = { timeoutMs: 2_000, retryMs, timing: quick }
  let child = await database.start(settings)
  const id = await add(database, { failures: 3, takesMs: 100 })
  let failedAt = 0
  for (const [n, waitMs] of [0, ...retryMs].entries()) {
    const { at } = await begun(database, id, n + 1)
    if (n > 0) {
      t.comment(`attempt ${n + 1} began ${at - failedAt} ms after the failure, ${waitMs} were declared`)
      t.ok(at - failedAt >= waitMs && at - failedAt < waitMs + 1_000)
    }
    if (n === retryMs.length) break
    // The row was last written when the attempt ended.
    const { updated_at } = await until('it has failed', async () => {
      const [row] = await database.rows<{ updated_at: string; status: string; attempt: number }>(
        'select updated_at, status, attempt from lectern.work where id = $1',
        [id],
      )
      return row?.status === 'pending' && row.attempt === n + 1 && row
    })
    failedAt = Date.parse(updated_at)
    await end(child, 'SIGKILL')
    child = await database.start(settings)
  }
  await workStands(database, id, 'succeeded')
})

t.test('a worker told to stop gives its work back, and another begins it at once', async (t) => {
  const database = await prepare(t)
  const settings = { timeoutMs: 60_000, retryMs: [3_600_000] }
  const first = await database.start(settings)
  const id = await add(database, { takesMs: 2_000 })
  await begun(database, id, 1)
  const second = await database.start(settings)
  const stoppedAt = Date.now()
  await end(first, 'SIGTERM')
  const { at } = await until('the second has begun', async () => {
    const [row] = await database.rows<{ at: string }>('select at from begins where pid = $1', [second.pid])
    return row
  })
  t.comment(`begun again ${Date.parse(at) - stoppedAt} ms after the signal`)
  t.ok(Date.parse(at) - stoppedAt < 1_500)
  t.match(await workStands(database, id, 'succeeded'), { attempt: 1 })
})

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

for (const seed of [1, 20_261_121]) {
  t.test(`kills at random: each piece ends once and its effect is there once (seed ${seed})`, async (t) => {
    const database = await prepare(t)
    const random = seeded(seed)
    const settings = { timeoutMs: 1_500, retryMs: Array.from({ length: 20 }, () => 50), timing: quick }
    const ends = new Map<number, number>()
    const start = () => database.start(settings, 3)
    const workers = [await start(), await start()]
    const pieces = Array.from({ length: 120 }, () => ({
      job: 'slow',
      accountId: null,
      payload: { takesMs: Math.floor(random() * 400), failures: random() < 0.1 ? 1 : 0 },
    }))
    const ids = await run(addWork(database.database, pieces))
    const done = async () => {
      const [row] = await database.rows<{ count: number }>(
        "select count(*)::int from lectern.work where status not in ('pending', 'running')",
      )
      return row?.count === ids.length
    }
    for (let kill = 0; kill < 10; kill++) {
      await sleep(200 + random() * 800)
      const n = Math.floor(random() * workers.length)
      const victim = workers[n]
      if (victim === undefined) continue
      ends.set(victim.pid ?? 0, Date.now())
      await end(victim, random() < 0.7 ? 'SIGKILL' : 'SIGTERM')
      workers[n] = await start()
    }
    await until('all has ended', done, 60_000)
    t.same(await database.rows('select status, count(*)::int from lectern.work group by status'), [
      { status: 'succeeded', count: ids.length },
    ])
    const effects = await database.rows<{ work: string }>('select work from effects')
    t.equal(effects.length, ids.length)
    t.equal(new Set(effects.map(({ work }) => work)).size, ids.length)

    // An attempt was under way until the signal for its process, or until it failed as it was told. Nothing else begins a next.
    const begins = await database.rows<{ work: string; at: string; pid: number; attempt: number }>(
      'select * from begins order by work, at',
    )
    t.comment(`${begins.length} attempts begun for ${ids.length} pieces`)
    const told = pieces.reduce((sum, { payload }) => sum + payload.failures, 0)
    t.ok(begins.length > ids.length + told, 'the kills met work')
    const early = begins.flatMap((next, n) => {
      const last = begins[n - 1]
      if (last?.work !== next.work) return []
      const beganAt = Date.parse(last.at)
      const { takesMs = 0, failures = 0 } = pieces[ids.indexOf(last.work)]?.payload ?? {}
      const signalledAt = ends.get(last.pid) ?? 0
      const endedAt = Math.min(
        signalledAt >= beganAt ? signalledAt : Number.POSITIVE_INFINITY,
        last.attempt <= failures ? beganAt + takesMs : Number.POSITIVE_INFINITY,
      )
      return Date.parse(next.at) + 1 < endedAt ? [{ last, next, endedAt }] : []
    })
    t.same(early, [])
  })
}
