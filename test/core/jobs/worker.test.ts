import * as Effect from 'effect/Effect'
import t from 'tap'
import { addWork } from '#core/jobs/add-work.ts'
import type { Attempt, JobProgram } from '#core/jobs/attempt.ts'
import { claim } from '#core/jobs/claim.ts'
import { perform } from '#core/jobs/perform.ts'
import { silence, takeOver, wakeOverdue } from '#core/jobs/sweep.ts'
import { statement } from '#core/storage/statement.ts'
import { job, run, until, workDatabase, worker, workRow, workStands } from './work-database.ts'

const database = await workDatabase(t)
t.beforeEach(() => database.empty())

const add = async (name: string, afterMs = 0): Promise<string> => {
  const [id = ''] = await run(addWork(database.database, [{ job: name, accountId: null, payload: {}, afterMs }]))
  return id
}

/** All that waits was due an hour ago. */
const overdue = () =>
  database.rows(
    "update lectern.work set (next_attempt_at, updated_at) = (now() - interval '1 hour', now() - interval '1 hour') where status = 'pending'",
  )

const insertEffect = statement('test.effect', 'insert into effects (work, attempt) values ($1, $2)')
const finishes: JobProgram = ({ finish, id, attempt }) =>
  Effect.asVoid(finish((sql) => sql.query(insertEffect, [id, attempt])))

/** A job that goes on until it is told to end. */
const held = () => {
  const begun: Attempt[] = []
  let end = () => {}
  const program: JobProgram = (attempt) =>
    Effect.callback((resume) => {
      begun.push(attempt)
      end = () => resume(Effect.void)
    })
  return { program, begun, end: () => end() }
}

t.test('stopping lets attempts end that end in time, and begins no others', async (t) => {
  const { program, begun, end } = held()
  const { stop, isRunning } = await worker(t, database, [job('held')], { held: program }, { concurrency: 1 })
  t.equal(isRunning(), true)
  const first = await add('held')
  await until('it has begun', () => begun.length === 1)
  const second = await add('held')
  const stopped = stop(5_000)
  t.equal(isRunning(), false)
  end()
  await stopped
  t.match(await workRow(database, first), { status: 'succeeded', attempt: 1 })
  t.match(await workRow(database, second), { status: 'pending', attempt: 0 })
  t.equal(begun.length, 1)
})

t.test('an attempt that does not end in time is interrupted and given back, as if it had not begun', async (t) => {
  const { program, begun } = held()
  const { stop, logged } = await worker(t, database, [job('held')], { held: program })
  const id = await add('held')
  await until('it has begun', () => begun.length === 1)
  const before = performance.now()
  await stop(200)
  const tookMs = performance.now() - before
  t.ok(tookMs >= 200 && tookMs < 1_200, `${tookMs} ms`)
  t.equal(begun[0]?.signal.reason, 'stopped')
  t.match(await workRow(database, id), { status: 'pending', attempt: 0, error: null, lease: null })
  t.ok(logged.some(({ message }) => message === 'the attempt was stopped and given back'))
  await worker(t, database, [job('held')], { held: finishes })
  t.match(await workStands(database, id, 'succeeded'), { attempt: 1 })
})

t.test('an attempt that can not be interrupted does not keep the worker from stopping', async (t) => {
  let end = () => {}
  const { stop } = await worker(t, database, [job('deaf')], {
    deaf: () =>
      Effect.uninterruptible(
        Effect.callback((resume) => {
          end = () => resume(Effect.void)
        }),
      ),
  })
  const id = await add('deaf')
  await workStands(database, id, 'running')
  const before = performance.now()
  await stop(100)
  t.ok(performance.now() - before < 1_600)
  t.match(await workRow(database, id), { status: 'running', attempt: 1 })
  end()
  // Its end came after all, and its lease is still its own to give back.
  t.match(await workStands(database, id, 'pending'), { attempt: 0 })
})

t.test('an attempt that was about to begin when the worker stopped is given back', async (t) => {
  const id = await add('known')
  const surroundings = {
    database: database.database,
    leaseMarginMs: 500,
    end: AbortSignal.abort(),
    log: () => undefined,
  }
  await run(perform(surroundings, job('known'), finishes, { id, attempt: 0 }))
  t.match(await workRow(database, id), { status: 'pending', attempt: 0 })
  t.same(await database.rows('select * from effects'), [])
})

t.test('an attempt whose end can not be written down is left to its lease, and told', async (t) => {
  const id = await add('known')
  const said: string[] = []
  const refused = { _tag: 'DatabaseAway', cause: 'as the test wants it' } as const
  const surroundings = {
    database: { ...database.database, query: () => Effect.fail(refused) },
    leaseMarginMs: 500,
    end: new AbortController().signal,
    log: (level: string, _: object, message: string) => said.push(`${level}: ${message}`),
  }
  await run(perform(surroundings, job('known'), finishes, { id, attempt: 0 }))
  t.same(said, ['warn: what became of the attempt could not be written down'])
})

t.test('work of a job that this process does not know waits, and is no error', async (t) => {
  const first = await worker(t, database, [job('known'), job('unprogrammed')], { known: finishes })
  const ids = { unknown: await add('unknown'), unprogrammed: await add('unprogrammed'), known: await add('known') }
  await workStands(database, ids.known, 'succeeded')
  await overdue()
  t.equal(await run(wakeOverdue(database.database, { known: job('known') }, 0)), 0)
  t.match(await workRow(database, ids.unknown), { status: 'pending', attempt: 0, error: null })
  t.match(await workRow(database, ids.unprogrammed), { status: 'pending', attempt: 0, error: null })
  t.same(
    first.logged.filter(({ level }) => level === 'warn' || level === 'error'),
    [],
  )
  await worker(t, database, [job('unknown'), job('unprogrammed')], { unknown: finishes, unprogrammed: finishes })
  t.match(await workStands(database, ids.unknown, 'succeeded'), { attempt: 1 })
  t.match(await workStands(database, ids.unprogrammed, 'succeeded'), { attempt: 1 })
})

t.test('a worker without jobs runs, and stops', async (t) => {
  const { stop, isRunning } = await worker(t, database, [], {})
  t.equal(isRunning(), true)
  await stop(100)
  t.equal(isRunning(), false)
})

t.test('work whose wake-up vanished, or is locked by a process that died, is woken', async (t) => {
  const vanished = await add('known')
  const locked = await add('known')
  await database.rows(
    `update graphile_worker._private_jobs set locked_by = 'a dead one', locked_at = now() - interval '1 minute'
    where payload ->> 'id' = $1`,
    [locked],
  )
  await database.rows(`delete from graphile_worker._private_jobs where payload ->> 'id' = $1`, [vanished])
  await overdue()
  await worker(t, database, [job('known')], { known: finishes })
  t.match(await workStands(database, vanished, 'succeeded'), { attempt: 1 })
  t.match(await workStands(database, locked, 'succeeded'), { attempt: 1 })
})

t.test('work that only waits for its turn gets no second wake-up', async (t) => {
  await run(
    addWork(
      database.database,
      Array.from({ length: 500 }, () => ({ job: 'known', accountId: null, payload: {} })),
    ),
  )
  await overdue()
  const jobs = { known: job('known') }
  const sweep = () => run(wakeOverdue(database.database, jobs, 10_000))
  t.equal(await sweep(), 0)
  // Of those that lost theirs, each gets one, whoever sweeps.
  await database.rows('delete from graphile_worker._private_jobs where id % 2 = 0')
  const woken = await Promise.all([1, 2, 3].map(sweep))
  t.equal(
    woken.reduce((sum, each) => sum + each, 0),
    250,
  )
  const [row] = await database.rows<{ jobs: number; works: number }>(
    `select count(*)::int as jobs, count(distinct payload ->> 'id')::int as works from graphile_worker._private_jobs`,
  )
  t.same(row, { jobs: 500, works: 500 })
})

t.test('an attempt whose lease ran out is taken over at once, whatever the schedule, and counts', async (t) => {
  const patient = job('patient', { retryMs: [3_600_000, 3_600_000] })
  const id = await add('patient')
  const wake = { id, attempt: 0 }
  const lost = await run(claim(database.database, wake, { ...patient, timeoutMs: 0 }, 0))
  t.match(lost, { id, attempt: 1 })
  await worker(t, database, [patient], { patient: finishes })
  t.match(await workStands(database, id, 'succeeded'), { attempt: 2 })
})

t.test('work that ends its process each time comes to an end', async (t) => {
  const deadly = job('deadly', { timeoutMs: 0, retryMs: [1, 1] })
  const id = await add('deadly')
  for (const attempt of [0, 1, 2]) {
    t.match(await run(claim(database.database, { id, attempt }, deadly, 0)), { attempt: attempt + 1 })
    const ended = await until('the lease has run out', async () => {
      const found = await run(takeOver(database.database, { deadly }))
      return found.length > 0 && found
    })
    t.match(ended, [{ id, attempt: attempt + 1, status: attempt === 2 ? 'failed' : 'pending' }])
  }
  t.match(await workRow(database, id), { status: 'failed', error: silence, finished_at: /Z$/ })
  t.same(await run(takeOver(database.database, { deadly })), [])
})

t.test('of many who want one attempt, one gets it', async (t) => {
  const id = await add('known')
  const claims = await Promise.all(
    Array.from({ length: 10 }, () => run(claim(database.database, { id, attempt: 0 }, job('known'), 1_000))),
  )
  t.equal(claims.filter((each) => each !== undefined).length, 1)
})

t.test('a wake-up that comes twice, or is not ours, does nothing', async (t) => {
  const { logged } = await worker(t, database, [job('known')], { known: finishes })
  const id = await add('known')
  await workStands(database, id, 'succeeded')
  const wakes = [{ id, attempt: 0 }, { id, attempt: 1 }, { id: 7 }, {}]
  for (const wake of wakes)
    await database.rows("select graphile_worker.add_job('known', $1::json)", [JSON.stringify(wake)])
  await until('the jobs are gone', async () => {
    const [row] = await database.rows<{ count: string }>('select count(*) from graphile_worker.jobs')
    return row?.count === '0'
  })
  t.equal((await database.rows('select * from effects')).length, 1)
  t.equal(logged.filter(({ message }) => message === 'a wake-up that is not ours').length, 2)
})

t.test('an attempt holds no connection while its program waits', async (t) => {
  const { program, begun } = held()
  await worker(t, database, [job('held')], { held: program }, { concurrency: 4, pollEveryMs: 60_000 })
  for (const _ of [1, 2, 3, 4]) await add('held')
  await until('four have begun', () => begun.length === 4)
  // LISTEN keeps one; the sweep may have one for a moment.
  await until('all others are idle', () => database.pool.totalCount - database.pool.idleCount === 1)
  t.equal(database.pool.waitingCount, 0)
})

t.test('two workers do each of many pieces once', async (t) => {
  const sum = { now: 0, most: 0 }
  const ids = await run(
    addWork(
      database.database,
      Array.from({ length: 300 }, () => ({ job: 'known', accountId: null, payload: {} })),
    ),
  )
  const counted: JobProgram = (attempt) => {
    sum.now += 1
    sum.most = Math.max(sum.most, sum.now)
    return Effect.ensuring(
      finishes(attempt),
      Effect.sync(() => {
        sum.now -= 1
      }),
    )
  }
  const more = { concurrency: 3 }
  await Promise.all([1, 2].map(() => worker(t, database, [job('known')], { known: counted }, more)))
  await until('all is done', async () => (await database.rows('select work from effects')).length >= ids.length)
  const rows = await database.rows<{ work: string }>('select distinct work from effects where attempt = 1')
  t.equal(rows.length, ids.length)
  t.equal((await database.rows('select work from effects')).length, ids.length)
  t.ok(sum.most <= 6, `${sum.most} at once`)
})

t.test('a worker survives the loss of all its connections', async (t) => {
  // Of this database alone: other files use the server, too.
  const cut = () =>
    database.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lectern' and datname = current_database()`,
    )
  const { isRunning } = await worker(t, database, [job('known'), job('away', { timeoutMs: 100 })], {
    known: finishes,
    // Its transaction is lost under it, once.
    away: (attempt) =>
      attempt.attempt > 1 ? finishes(attempt) : Effect.asVoid(attempt.within(() => Effect.promise(cut))),
  })
  const away = await add('away')
  t.match(await workStands(database, away, 'succeeded'), { attempt: 2 })
  for (let round = 0; round < 3; round++) {
    await cut()
    await database.rows("select graphile_worker.add_job('known', '{}')")
    const id = await until('work is added', () => add('known').catch(() => undefined))
    await workStands(database, id, 'succeeded')
  }
  await until('it runs', isRunning)
})

t.test('a worker goes on when graphile-worker gives up, while its attempts end', async (t) => {
  const { program, begun, end } = held()
  const { isRunning, logged } = await worker(t, database, [job('held'), job('known')], {
    held: program,
    known: finishes,
  })
  const id = await add('held')
  await until('it has begun', () => begun.length === 1)
  // It can't tell of the end of this one: its statement is refused.
  await database.rows(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`)
  await database.rows(
    'create trigger refuse before delete on graphile_worker._private_jobs for each row execute function refuse()',
  )
  await add('known')
  await until('it gave up', () => logged.some(({ message }) => message === 'fetching of work ended and begins again'))
  await database.rows('drop function refuse cascade')
  t.match(await workRow(database, id), { status: 'running' })
  await workStands(database, await add('known'), 'succeeded')
  await until('it runs', isRunning)
  end()
  await workStands(database, id, 'succeeded')
})
