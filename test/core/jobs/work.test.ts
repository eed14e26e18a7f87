import * as Effect from 'effect/Effect'
import t from 'tap'
import { addWork } from '#core/jobs/add-work.ts'
import type { Attempt } from '#core/jobs/attempt.ts'
import { statement } from '#core/storage/statement.ts'
import { job, run, until, workDatabase, worker, workRow, workStands } from './work-database.ts'

const insertEffect = statement('test.effect', 'insert into effects (work, attempt) values ($1, $2)')
const writeEffect = ({ id, attempt }: Attempt) => [insertEffect, [id, attempt]] as const

const failed = (message: string, permanent = false) => Effect.fail({ _tag: 'JobFailed' as const, message, permanent })

const database = await workDatabase(t)
t.beforeEach(() => database.empty())

t.test('work is done with what it was given, and its changes commit with its end', async (t) => {
  const seen: unknown[] = []
  await worker(t, database, [job('greet')], {
    greet: (attempt) => {
      seen.push({ payload: attempt.payload, accountId: attempt.accountId, attempt: attempt.attempt })
      return Effect.asVoid(attempt.finish((sql) => sql.query(...writeEffect(attempt))))
    },
  })
  const accountId = '0190a000-0000-7000-8000-000000000001'
  const [id = ''] = await run(
    addWork(database.database, [{ job: 'greet', accountId, payload: { name: 'Ada', tags: [1, null] } }]),
  )
  const row = await workStands(database, id, 'succeeded')
  t.same(seen, [{ payload: { name: 'Ada', tags: [1, null] }, accountId, attempt: 1 }])
  t.match(row, { attempt: 1, error: null, lease: null, next_attempt_at: null, finished_at: /Z$/ })
  t.same(await database.rows('select work, attempt from effects'), [{ work: id, attempt: 1 }])
  await until('the graphile-worker job is gone', async () => {
    const [row] = await database.rows<{ count: string }>('select count(*) from graphile_worker.jobs')
    return row?.count === '0'
  })
})

t.test('work added in a transaction that is rolled back does not exist', async (t) => {
  const exit = await Effect.runPromiseExit(
    database.database.transaction((sql) =>
      Effect.flatMap(addWork(sql, [{ job: 'greet', accountId: null, payload: {} }]), () => Effect.fail('no')),
    ),
  )
  t.equal(exit._tag, 'Failure')
  t.same(await database.rows('select id from lectern.work'), [])
  t.same(await database.rows('select id from graphile_worker.jobs'), [])
})

t.test('many pieces of work are added at once, in the order of their ids', async (t) => {
  const pieces = Array.from({ length: 2500 }, (_, n) => ({ job: 'count', accountId: null, payload: { n } }))
  const ids = await run(addWork(database.database, pieces))
  const found = await database.rows<{ id: string; n: number; wake: string }>(
    "select id, (payload->>'n')::int as n, wake from lectern.work order by id",
  )
  t.same(
    found.map(({ id, n }) => [id, n]),
    ids.map((id, n) => [id, n]),
  )
  t.equal(new Set(found.map(({ wake }) => wake)).size, 2500)
  t.same(await run(addWork(database.database, [])), [])
})

t.test('work that is to wait begins when its time has come, and not before', async (t) => {
  await worker(t, database, [job('later')], {
    later: (attempt) => Effect.asVoid(attempt.finish((sql) => sql.query(...writeEffect(attempt)))),
  })
  const [id = ''] = await run(
    addWork(database.database, [{ job: 'later', accountId: null, payload: {}, afterMs: 400 }]),
  )
  await workStands(database, id, 'succeeded')
  const [row] = await database.rows<{ waited: number }>(
    'select extract(epoch from (effects.at - created_at)) * 1000 as waited from effects join lectern.work on id = work',
  )
  t.ok(Number(row?.waited) >= 400, `${row?.waited} ms`)
})

t.test('a failed attempt is tried again on the declared schedule, and then the work has failed', async (t) => {
  const began: number[] = []
  const ended: number[] = []
  await worker(t, database, [job('stubborn', { retryMs: [300, 600] })], {
    stubborn: ({ attempt }) =>
      Effect.gen(function* () {
        began.push(performance.now())
        yield* Effect.sleep(100)
        ended.push(performance.now())
        return yield* failed(`attempt ${attempt} found nothing`)
      }),
  })
  const [id = ''] = await run(addWork(database.database, [{ job: 'stubborn', accountId: null, payload: {} }]))
  const row = await workStands(database, id, 'failed')
  t.match(row, { attempt: 3, error: 'attempt 3 found nothing', lease: null, next_attempt_at: null, finished_at: /Z$/ })
  t.equal(began.length, 3)
  const waits = [1, 2].map((n) => (began[n] ?? 0) - (ended[n - 1] ?? 0))
  t.ok(Number(waits[0]) >= 300 && Number(waits[0]) < 1_300, `first wait ${waits[0]} ms`)
  t.ok(Number(waits[1]) >= 600 && Number(waits[1]) < 1_600, `second wait ${waits[1]} ms`)
})

t.test('a permanent failure is not tried again', async (t) => {
  await worker(t, database, [job('refused')], { refused: () => failed('the address is wrong', true) })
  const [id = ''] = await run(addWork(database.database, [{ job: 'refused', accountId: null, payload: {} }]))
  t.match(await workStands(database, id, 'failed'), { attempt: 1, error: 'the address is wrong' })
})

t.test('what an attempt did not commit is gone when it fails, and a later success clears the error', async (t) => {
  await worker(t, database, [job('second-time', { retryMs: [10] })], {
    'second-time': (attempt) =>
      Effect.asVoid(
        attempt.finish((sql) =>
          Effect.flatMap(sql.query(...writeEffect(attempt)), () =>
            attempt.attempt === 1 ? failed('not yet') : Effect.void,
          ),
        ),
      ),
  })
  const [id = ''] = await run(addWork(database.database, [{ job: 'second-time', accountId: null, payload: {} }]))
  t.match(await workStands(database, id, 'succeeded'), { attempt: 2, error: null })
  t.same(await database.rows('select attempt from effects'), [{ attempt: 2 }])
})

t.test('a defect counts as a failed attempt and is logged with its cause', async (t) => {
  const { logged } = await worker(t, database, [job('broken', { retryMs: [] }), job('thrown', { retryMs: [] })], {
    broken: () => Effect.die(new TypeError('x is not a function')),
    thrown: () => {
      throw new Error('before it was an Effect')
    },
  })
  const [broken = '', thrown = ''] = await run(
    addWork(database.database, [
      { job: 'broken', accountId: null, payload: {} },
      { job: 'thrown', accountId: null, payload: {} },
    ]),
  )
  t.match(await workStands(database, broken, 'failed'), { attempt: 1, error: 'x is not a function' })
  t.match(await workStands(database, thrown, 'failed'), { attempt: 1, error: 'before it was an Effect' })
  t.match(
    logged.find(({ work, cause }) => work === broken && cause !== undefined),
    { level: 'error', cause: /TypeError: x is not a function\n +at / },
  )
})

t.test('an error of any length and content can be kept', async (t) => {
  await worker(t, database, [job('wordy', { retryMs: [] })], {
    wordy: () => failed(`\0${'é'.repeat(1999)}😀 and more`),
  })
  const [id = ''] = await run(addWork(database.database, [{ job: 'wordy', accountId: null, payload: {} }]))
  const { error } = await workStands(database, id, 'failed')
  t.equal(error, `${'é'.repeat(1999)}\ufffd`)
})

t.test('a refused change fails the attempt, unless the program makes something of it', async (t) => {
  await database.pool.query('create unique index effects_one on effects (attempt)')
  t.teardown(() => database.rows('drop index effects_one'))
  const twice = (attempt: Attempt) =>
    attempt.within((sql) => Effect.andThen(sql.query(...writeEffect(attempt)), sql.query(...writeEffect(attempt))))
  await worker(t, database, [job('clumsy', { retryMs: [] }), job('careful')], {
    clumsy: (attempt) => Effect.asVoid(twice(attempt)),
    careful: (attempt) => Effect.catchTag(Effect.asVoid(twice(attempt)), 'ConstraintRefused', () => Effect.void),
  })
  const [clumsy = '', careful = ''] = await run(
    addWork(database.database, [
      { job: 'clumsy', accountId: null, payload: {} },
      { job: 'careful', accountId: null, payload: {} },
    ]),
  )
  t.match(await workStands(database, clumsy, 'failed'), { error: 'The database refused a change: effects_one.' })
  await workStands(database, careful, 'succeeded')
  t.same(await database.rows('select attempt from effects'), [])
})

t.test('an attempt that takes longer than its job may is ended, told so, and counts as failed', async (t) => {
  const signals: unknown[] = []
  await worker(t, database, [job('slow', { timeoutMs: 200, retryMs: [50] })], {
    slow: ({ signal }) =>
      Effect.callback(() => {
        signal.addEventListener('abort', () => signals.push(signal.reason))
      }),
  })
  const [id = ''] = await run(addWork(database.database, [{ job: 'slow', accountId: null, payload: {} }]))
  t.match(await workStands(database, id, 'failed'), { attempt: 2, error: 'It took longer than 200 ms.' })
  t.same(signals, ['timeout', 'timeout'])
})

t.test('nothing follows finish', async (t) => {
  const { logged } = await worker(t, database, [job('eager')], {
    eager: (attempt) =>
      Effect.asVoid(
        Effect.andThen(
          attempt.finish(() => Effect.void),
          attempt.within((sql) => sql.query(...writeEffect(attempt))),
        ),
      ),
  })
  const [id = ''] = await run(addWork(database.database, [{ job: 'eager', accountId: null, payload: {} }]))
  await until('the defect is logged', () => logged.some(({ message }) => message === 'the attempt met a defect'))
  t.match(await workRow(database, id), { status: 'succeeded', attempt: 1 })
  t.same(await database.rows('select * from effects'), [])
})

t.test('an attempt whose lease was lost changes nothing, whatever it does', async (t) => {
  const steal = () => database.rows("update lectern.work set lease = gen_random_uuid() where status = 'running'")
  const ended: string[] = []
  const told = (name: string) => Effect.onInterrupt(() => Effect.sync(() => ended.push(name)))
  const stealFirst = Effect.promise(steal)
  const { logged } = await worker(
    t,
    database,
    ['within', 'finish', 'return', 'fail'].map((name) => job(name)),
    {
      within: (a) =>
        told('within')(Effect.andThen(stealFirst, Effect.asVoid(a.within((sql) => sql.query(...writeEffect(a)))))),
      finish: (a) =>
        told('finish')(Effect.andThen(stealFirst, Effect.asVoid(a.finish((sql) => sql.query(...writeEffect(a)))))),
      return: () => Effect.asVoid(stealFirst),
      fail: () => Effect.andThen(stealFirst, failed('too late')),
    },
  )
  for (const name of ['within', 'finish', 'return', 'fail']) {
    const [id = ''] = await run(addWork(database.database, [{ job: name, accountId: null, payload: {} }]))
    await until(`${name} has ended`, async () => {
      const [row] = await database.rows<{ count: string }>('select count(*) from graphile_worker.jobs')
      return row?.count === '0'
    })
    t.match(await workRow(database, id), { status: 'running', attempt: 1, error: null })
    await database.rows('delete from lectern.work')
  }
  t.same(ended, ['within', 'finish'])
  t.equal(logged.filter(({ message }) => message === 'the attempt lost its lease or the database').length, 2)
  t.same(await database.rows('select * from effects'), [])
})
