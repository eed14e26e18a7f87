import * as Effect from 'effect/Effect'
import { Logger, run as runGraphile, WorkerPreset } from 'graphile-worker'
import { addWork } from '#core/jobs/add-work.ts'
import { startWorker } from '#core/jobs/start-worker.ts'
import { statement } from '#core/storage/statement.ts'
import { job, run, until, workDatabase } from './work-database.ts'

const downs: (() => Promise<void>)[] = []
const t = { teardown: (w: () => Promise<void>) => void downs.push(w) }
const db = await workDatabase(t)
const insertEffect = statement('test.effect', 'insert into effects (work, attempt) values ($1, $2)')
const log = (l: string, f: object, m: string) => {
  if (l !== 'debug') console.log(l, m, f)
}
const cpu = () => {
  const u = process.cpuUsage()
  return (u.user + u.system) / 1000
}
const N = 5000

import { readFileSync } from 'node:fs'

const pgcpu = async () => {
  let sum = 0
  for (const { pid } of await db.rows<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )) {
    try {
      const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      sum += (Number(f[11]) + Number(f[12])) * 10
    } catch {}
  }
  return sum
}
await Promise.all(Array.from({ length: 20 }, () => db.pool.query('select pg_sleep(0.2)')))
let p0 = 0
for (const round of [1, 2, 3]) {
  for (const kind of ['trivial', 'finish']) {
    const t0 = performance.now()
    await run(
      addWork(
        db.database,
        Array.from({ length: N }, (_, n) => ({ job: kind, accountId: null, payload: { n } })),
      ),
    )
    const t1 = performance.now()
    let left = N
    let done: () => void = () => {}
    const all = new Promise<void>((r) => {
      done = r
    })
    p0 = await pgcpu()
    const c0 = cpu()
    const tw = performance.now()
    const w = await startWorker({
      pool: db.pool,
      database: db.database,
      jobs: { [kind]: job(kind) },
      concurrency: 10,
      log,
      programs: {
        trivial: () =>
          Effect.sync(() => {
            if (--left === 0) done()
          }),
        finish: (a) =>
          Effect.tap(Effect.asVoid(a.finish((sql) => sql.query(insertEffect, [a.id, a.attempt]))), () =>
            Effect.sync(() => {
              if (--left === 0) done()
            }),
          ),
      },
    })
    await all
    const t2 = performance.now()
    console.log(
      kind,
      'add',
      (t1 - t0).toFixed(0),
      'ms; run',
      ((N / (t2 - tw)) * 1000).toFixed(0),
      '/s',
      (((cpu() - c0) / N) * 1000).toFixed(0),
      'µs cpu/job',
    )
    await w.stop(5000)
    console.log('   pg µs/job', ((((await pgcpu()) - p0) / N) * 1000).toFixed(0))
    const [c] = await db.rows<any>(
      "select count(*) filter (where status='succeeded')::int as s, count(*)::int as n from lectern.work",
    )
    if (c.s !== c.n) console.log(c)
  }
  // bare graphile: one row inserted per job
  await db.pool.query(
    `select count(*) from graphile_worker.add_jobs(array(select row('bare', json_build_object('n', n), null, null, null, null, null, null)::graphile_worker.job_spec from generate_series(1, ${N}) n))`,
  )
  let left = N
  let done: () => void = () => {}
  const all = new Promise<void>((r) => {
    done = r
  })
  const tw = performance.now()
  const c0 = cpu()
  p0 = await pgcpu()
  const r = await runGraphile({
    pgPool: db.pool,
    taskList: {
      bare: async () => {
        await db.pool.query({ name: 'x', text: 'insert into effects (attempt) values ($1)', values: [1] })
        if (--left === 0) done()
      },
    },
    noHandleSignals: true,
    parsedCronItems: [],
    logger: new Logger(() => () => {}),
    preset: { extends: [WorkerPreset], worker: { concurrentJobs: 10, pollInterval: 500 } },
  })
  await all
  console.log(
    'bare graphile',
    ((N / (performance.now() - tw)) * 1000).toFixed(0),
    '/s',
    (((cpu() - c0) / N) * 1000).toFixed(0),
    'µs cpu/job',
  )
  await r.stop()
  console.log('   pg µs/job', ((((await pgcpu()) - p0) / N) * 1000).toFixed(0))
}
// latency
const lat: number[] = []
let started: (n: number) => void = () => {}
const w = await startWorker({
  pool: db.pool,
  database: db.database,
  jobs: { ping: job('ping') },
  concurrency: 10,
  log,
  programs: { ping: () => Effect.sync(() => started(performance.now())) },
})
await new Promise((r) => setTimeout(r, 500))
for (let i = 0; i < 200; i++) {
  const p = new Promise<number>((r) => {
    started = r
  })
  await run(db.database.transaction((sql) => addWork(sql, [{ job: 'ping', accountId: null, payload: {} }])))
  const t0 = performance.now()
  lat.push((await p) - t0)
  await new Promise((r) => setTimeout(r, 20))
}
lat.sort((a, b) => a - b)
console.log(
  'latency commit→start ms p50',
  lat[100]?.toFixed(2),
  'p95',
  lat[190]?.toFixed(2),
  'p99',
  lat[198]?.toFixed(2),
)
// idle load
await db.pool.query('select 1')
await new Promise((r) => setTimeout(r, 12000))
const x0 = await db.rows<any>('select xact_commit from pg_stat_database where datname = current_database()')
const c0 = cpu()
await new Promise((r) => setTimeout(r, 10000))
await new Promise((r) => setTimeout(r, 1500))
const x1 = await db.rows<any>('select xact_commit from pg_stat_database where datname = current_database()')
console.log('idle: transactions/s', (x1[0].xact_commit - x0[0].xact_commit) / 11.5, 'cpu ms/s', (cpu() - c0) / 10)
await w.stop(1000)
// single adds
const ta = performance.now()
for (let i = 0; i < 500; i++) await run(addWork(db.database, [{ job: 'nobody', accountId: null, payload: {} }]))
console.log('single add', ((performance.now() - ta) / 500).toFixed(2), 'ms')
for (const d of downs.reverse()) await d()
