import { test } from 'tap'
import { commandPlace } from '../command-database.ts'

interface Step {
  readonly kind: string
  readonly table: string
  readonly why: string
}

interface Looked {
  readonly behind: boolean
  readonly steps: readonly Step[]
  readonly refusals: readonly string[]
}

interface Migrated {
  readonly applied: readonly Step[]
  readonly made: readonly string[]
  readonly left: readonly Step[]
  readonly refusals: readonly string[]
}

const notes = (fields: object) => ({
  name: 'notes',
  doc: 'Notes.',
  definitions: [{ kind: 'resource', name: 'note', doc: 'A note.', fields }],
})

const title = { type: 'string', maxLength: 100 }

test('migrate fills an empty database; before it --check says 1, and after it 0', async (t) => {
  const place = await commandPlace(t, { empty: true })
  const before = await place.run(['migrate', '--check', '--json'])
  t.equal(before.code, 1)
  t.equal(JSON.parse(before.stdout).behind, true)
  t.match(await place.run(['migrate', '--plan']), {
    code: 0,
    stdout: /^safe +Table accounts is new\.\n {4}create table "lectern"/m,
  })
  t.same(await place.sql("select from pg_namespace where nspname = 'lectern'"), [], 'neither changes anything')

  const done = await place.answer<Migrated>(['migrate'])
  t.ok(done.applied.some(({ table, kind }) => table === 'students' && kind === 'safe'))
  t.same([done.left, done.refusals], [[], []])
  t.ok((await place.sql("select from pg_namespace where nspname = 'graphile_worker'")).length === 1)
  t.match(await place.run(['migrate', '--check']), { code: 0, stdout: 'The schema is up to date.\n' })
  t.match(await place.answer<Looked>(['migrate', '--plan']), { behind: false, steps: [], refusals: [] })
  t.match(await place.answer<Migrated>(['migrate']), { applied: [], left: [] }, 'again it finds nothing to do')
})

test('what is no longer declared is dropped only when that is said, and does not make the schema behind', async (t) => {
  const place = await commandPlace(t)
  const configuration = { 'lectern.config.json': { modules: ['students', './notes.json'] } }
  await place.write({ ...configuration, 'notes.json': notes({ title, colour: { ...title, nullable: true } }) })
  await place.answer(['migrate'])
  await place.write({ 'notes.json': notes({ title }) })
  t.equal((await place.run(['migrate', '--check'])).code, 0)
  const looked = await place.answer<Looked>(['migrate', '--plan'])
  t.match(looked, { behind: false, steps: [{ kind: 'destructive', table: 'notes' }] })
  const without = await place.run(['migrate'])
  t.match(without, {
    code: 0,
    stdout: /Left, to be allowed by --allow:\ndestructive {2}.*colour.*\nThe schema is up to date\./,
  })
  const columns = () =>
    place.sql(
      "select column_name as name from information_schema.columns where table_name = 'notes' and column_name = 'colour'",
    )
  t.equal((await columns()).length, 1)
  const allowed = await place.answer<Migrated>(['migrate', '--allow', 'destructive'])
  t.match(allowed, { applied: [{ kind: 'destructive', table: 'notes' }], left: [] })
  t.equal((await columns()).length, 0)
})

test('a backfill that is left keeps the schema behind', async (t) => {
  const place = await commandPlace(t)
  await place.write({
    'lectern.config.json': { modules: ['./notes.json'] },
    'notes.json': notes({ title: { ...title, nullable: true } }),
  })
  await place.answer(['migrate'])
  const { id } = await place.answer<{ readonly id: string }>([
    'account',
    'create',
    '--name',
    'N',
    '--email',
    'a@b.example',
  ])
  await place.sql('insert into lectern.notes (id, account_id, created_at, updated_at) values ($1, $2, now(), now())', [
    id,
    id,
  ])
  await place.write({ 'notes.json': notes({ title: { ...title, default: 'none' } }) })
  t.equal((await place.run(['migrate', '--check'])).code, 1)
  t.match(await place.run(['migrate']), { code: 1, stdout: /^backfill .*\nThe schema is behind\.$/m })
  t.match(await place.run(['migrate', '--allow', 'backfill']), {
    code: 0,
    stdout: /^backfill .*\nThe schema is up to date\.$/m,
  })
  t.same(await place.sql('select title from lectern.notes'), [{ title: 'none' }])
  t.equal((await place.run(['migrate', '--check'])).code, 0)
})

test('--recount sets kept totals right', async (t) => {
  const place = await commandPlace(t)
  const { id } = await place.answer<{ readonly id: string }>([
    'account',
    'create',
    '--name',
    'N',
    '--email',
    'a@b.example',
  ])
  await place.sql("insert into lectern.tallies (account_id, name, count) values ($1, 'student', 5)", [id])
  t.same((await place.answer<Migrated>(['migrate', '--recount'])).made, ['total of student'])
  t.same(await place.sql("select count from lectern.tallies where name = 'student'"), [{ count: 0 }])
})
