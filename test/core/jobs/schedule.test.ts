import * as Effect from 'effect/Effect'
import t from 'tap'
import { addStarts, toSchedule } from '#core/jobs/schedule.ts'
import { job, run, until, workDatabase, worker } from './work-database.ts'

const at = (text: string) => Date.parse(text)

t.test('a job starts at the minutes that its cron names, in UTC', async (t) => {
  const schedule = toSchedule({
    nightly: job('nightly', { cron: '15 3 * * *' }),
    quarterly: job('quarterly', { cron: '*/15 * * * *' }),
    never: job('never'),
  })
  t.same(schedule(at('2026-03-29T02:50:00Z'), at('2026-03-29T03:20:00Z')), [
    { job: 'quarterly', at: '2026-03-29T03:00:00.000Z' },
    { job: 'nightly', at: '2026-03-29T03:15:00.000Z' },
    { job: 'quarterly', at: '2026-03-29T03:15:00.000Z' },
  ])
})

t.test('days of the month, months and days of the week count', async (t) => {
  const schedule = toSchedule({
    monthly: job('monthly', { cron: '0 0 1 * *' }),
    sunday: job('sunday', { cron: '0 0 * * 0' }),
  })
  const starts = schedule(at('2026-10-30T00:00:00Z'), at('2026-11-08T00:00:00Z'))
  t.same(starts, [
    { job: 'monthly', at: '2026-11-01T00:00:00.000Z' },
    { job: 'sunday', at: '2026-11-01T00:00:00.000Z' },
    { job: 'sunday', at: '2026-11-08T00:00:00.000Z' },
  ])
})

t.test('no minute is left out or counted twice from one look to the next', async (t) => {
  const schedule = toSchedule({ all: job('all', { cron: '* * * * *' }) })
  const looks = [0, 59_999, 60_000, 60_000, 61_000, 179_999, 240_001, 200_000]
  const starts = looks.flatMap((until, n) => schedule(looks[n - 1] ?? -1, until))
  t.same(
    starts.map((start) => at(start.at)),
    [0, 60_000, 120_000, 180_000, 240_000],
  )
})

t.test('what is no cron is refused with its name', async (t) => {
  t.throws(() => toSchedule({ odd: job('odd', { cron: 'each day' }) }), { message: /each day/ })
})

t.test('a start is one piece of work, however many processes add it', async (t) => {
  const { database, rows } = await workDatabase(t)
  const starts = [
    { job: 'nightly', at: '2026-03-29T03:15:00.000Z' },
    { job: 'nightly', at: '2026-03-30T03:15:00.000Z' },
    { job: 'other', at: '2026-03-29T03:15:00.000Z' },
  ]
  await Promise.all([1, 2, 3, 4].map(() => run(addStarts(database, starts))))
  await run(addStarts(database, starts))
  t.same(await rows('select job, count(*)::int from lectern.work group by job order by job'), [
    { job: 'nightly', count: 2 },
    { job: 'other', count: 1 },
  ])
})

t.test('a job with a cron starts by itself, once over all workers', async (t) => {
  const database = await workDatabase(t)
  const minutely = job('minutely', { cron: '* * * * *' })
  const payloads: unknown[] = []
  const programs = { minutely: ({ payload }: { payload: unknown }) => Effect.sync(() => void payloads.push(payload)) }
  const before = new Date(Date.now() - 60_000)
  await Promise.all([1, 2].map(() => worker(t, database, [minutely], programs)))
  await until('it has started', () => payloads.length > 0)
  t.same(payloads[0], {})
  // The minute may have turned meanwhile.
  const minutes = Math.floor(Date.now() / 60_000) - Math.floor(before.getTime() / 60_000)
  const found = await database.rows('select id from lectern.work')
  t.ok(found.length >= 1 && found.length <= minutes, `${found.length} in ${minutes} minutes`)
})
