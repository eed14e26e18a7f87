import t from 'tap'
import { prepareJobs } from '#core/jobs/prepare-jobs.ts'
import { openPool } from '#core/storage/open-pool.ts'
import { freshDatabase } from '#test/database.ts'

t.test('several processes prepare one empty database at once, and again', async (t) => {
  const { connectionString } = await freshDatabase(t)
  const pools = Array.from({ length: 5 }, () => openPool({ connectionString }, { max: 2, onError: () => undefined }))
  t.teardown(async () => {
    for (const pool of pools) await pool.end()
  })
  const said: string[] = []
  const prepare = () =>
    Promise.all(pools.map((pool) => prepareJobs(pool, (level, _, message) => said.push(`${level} ${message}`))))
  await prepare()
  t.equal(said.filter((each) => each === 'debug Migrations complete').length, 1)
  await prepare()
  t.same(
    said.filter((each) => !each.startsWith('debug')),
    [],
  )
  for (const pool of pools) await t.resolves(pool.query("select graphile_worker.add_job('any')"))
})

t.test('a failure is told, and gives the lock back', async (t) => {
  const { connectionString } = await freshDatabase(t)
  const pool = openPool({ connectionString }, { max: 2, onError: () => undefined })
  t.teardown(() => pool.end())
  await pool.query('create schema graphile_worker; create table graphile_worker.migrations (id text primary key)')
  await t.rejects(prepareJobs(pool))
  await pool.query('drop schema graphile_worker cascade')
  await t.resolves(prepareJobs(pool))
})
