import t from 'tap'
import { collect } from '#core/collect.ts'
import { complete } from '#core/complete/complete.ts'
import { toTables } from '#core/derive/tables.ts'
import { addWork } from '#core/jobs/add-work.ts'
import { retentionJob, retentionOf, retentionProgram } from '#core/jobs/retention.ts'
import { createTable } from '#core/storage/schema/ddl.ts'
import { defineModule, defineResource } from '#definitions'
import { run, workDatabase, worker, workStands } from './work-database.ts'

const at = { type: 'string', format: 'date-time', nullable: true } as const

const note = defineResource({
  name: 'note',
  doc: 'Counted per account, kept for 30 days.',
  path: '/notes',
  fields: { text: { type: 'string' } },
  retention: { after: '30d' },
  operations: { list: {} },
})

const trace = defineResource({
  name: 'trace',
  doc: 'Kept for an hour once it is done, if it was a visit that nobody keeps.',
  owner: 'none',
  key: ['page', 'place'],
  timestamps: false,
  fields: {
    page: { type: 'string' },
    place: { type: 'integer' },
    kind: { enum: ['visit', 'robot'] },
    kept: { type: 'boolean', nullable: true },
    done_at: at,
  },
  retention: { after: '1h', since: 'done_at', where: { kind: 'visit', kept: null } },
})

const reply = defineResource({
  name: 'reply',
  plural: 'replies',
  doc: 'Kept for ever, and its note with it.',
  owner: 'none',
  fields: { note_id: { ref: 'note' } },
})

const modelOf =
  (...definitions: (typeof note | typeof trace | typeof reply)[]) =>
  (enabled: boolean) =>
    complete(
      collect([{ module: defineModule({ name: 'tests', doc: 'Tests.', definitions }), source: 'built-in', enabled }]),
    )

const now = Date.parse('2026-11-21T12:00:00Z')
const old = '2026-10-01T00:00:00Z'
const young = '2026-11-20T00:00:00Z'
const [ada, ben] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002']

const prepare = async (t: Parameters<typeof workDatabase>[0], ...definitions: Parameters<typeof modelOf>) => {
  const database = await workDatabase(t)
  const model = modelOf(...definitions)
  for (const table of toTables(model(true))) await database.rows(createTable(table))
  const runJob = async (enabled = true) => {
    const once = { ...retentionJob, cron: null, retryMs: [] }
    const { stop } = await worker(t, database, [once], { [once.name]: retentionProgram(model(enabled), () => now) })
    const [id = ''] = await run(addWork(database.database, [{ job: once.name, accountId: null, payload: {} }]))
    const row = await workStands(database, id, 'succeeded', 'failed')
    await stop(1_000)
    return row
  }
  return { ...database, runJob }
}

t.test('old records leave in batches, young ones stay, and the tallies of their accounts stay true', async (t) => {
  const { rows, runJob } = await prepare(t, note)
  const add = (account: string, count: number, time: string) =>
    rows(
      `insert into lectern.notes (id, account_id, text, created_at, updated_at)
      select gen_random_uuid(), $1, '', $3, $3 from generate_series(1, $2)`,
      [account, count, time],
    )
  await add(ada, 1_700, old)
  await add(ada, 5, young)
  await add(ben, 800, old)
  await rows(`insert into lectern.tallies select account_id, 'note', count(*) from lectern.notes group by 1`)
  await rows(`insert into lectern.tallies values ($1, 'other', 7)`, [ada])
  t.match(await runJob(false), { status: 'succeeded' })
  t.equal((await rows('select id from lectern.notes')).length, 2_505, 'a module switched off keeps its data')
  t.match(await runJob(), { status: 'succeeded' })
  t.same(await rows('select account_id, count(*)::int from lectern.notes group by 1'), [{ account_id: ada, count: 5 }])
  t.same(await rows('select account_id, name, count from lectern.tallies order by 1, 2'), [
    { account_id: ada, name: 'note', count: 5 },
    { account_id: ada, name: 'other', count: 7 },
    { account_id: ben, name: 'note', count: 0 },
  ])
})

t.test('only what the declared conditions meet leaves, counted from the declared field', async (t) => {
  const { rows, runJob } = await prepare(t, trace)
  await rows(
    `insert into lectern.traces (page, place, kind, kept, done_at) values
    ('old', 1, 'visit', null, $1), ('robot', 1, 'robot', null, $1), ('kept', 1, 'visit', false, $1),
    ('young', 1, 'visit', null, $2), ('not done', 1, 'visit', null, null), ('old', 2, 'visit', null, $1)`,
    ['2026-11-21T10:59:59.999Z', '2026-11-21T11:00:00Z'],
  )
  t.match(await runJob(), { status: 'succeeded' })
  const left = await rows<{ page: string }>('select page from lectern.traces order by page')
  t.same(
    left.map(({ page }) => page),
    ['kept', 'not done', 'robot', 'young'],
  )
})

t.test('records that others refer to stop their resource, not the rest, and the attempt fails', async (t) => {
  const { rows, runJob } = await prepare(t, note, reply, trace)
  await rows('alter table lectern.replies add constraint replies_note foreign key (note_id) references lectern.notes')
  const [one] = await rows<{ id: string }>(
    `insert into lectern.notes (id, account_id, text, created_at, updated_at)
    values (gen_random_uuid(), $1, '', $2, $2) returning id`,
    [ada, old],
  )
  await rows(
    `insert into lectern.replies (id, note_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now())`,
    [one?.id],
  )
  await rows(`insert into lectern.traces (page, place, kind, done_at) values ('old', 1, 'visit', $1)`, [old])
  t.match(await runJob(), { status: 'failed', error: /refer to them: note \(replies_note\)/ })
  t.equal((await rows('select id from lectern.notes')).length, 1)
  t.equal((await rows('select page from lectern.traces')).length, 0)
})

t.test('a resource without retention keeps all', async (t) => {
  const { resources } = modelOf(note, reply)(true)
  t.same(
    Object.values(resources).map((resource) => retentionOf(resource)?.afterMs),
    [30 * 86_400_000, undefined],
  )
})
