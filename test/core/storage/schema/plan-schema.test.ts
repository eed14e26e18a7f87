import t from 'tap'
import { planSchema } from '#core/storage/schema/plan-schema.ts'
import { all, column, foreignKey, index, liveDatabase, memory, settled, table, told } from './declared.ts'

t.test('a plan of everything tells each step in its order, and changes nothing', async (t) => {
  const { ask, plan, apply } = await liveDatabase(t)
  const room = table('room')
  t.same(told((await plan(room)).steps), ['safe: The schema lectern is missing.', 'safe: Table room is new.'])
  t.same(await ask(`select from pg_namespace where nspname = 'lectern'`), [])
  await apply(table('pupil', { columns: [column('title'), column('left', 'text', { nullable: false })] }))
  await ask(`insert into lectern.pupil values (1, 'Ann', 'x'), (2, 'Ann', 'x')`)
  const wanted = table('student', {
    was: 'pupil',
    columns: [column('name', 'text', { was: 'title', nullable: false, default: "''" }), column('room', 'integer')],
    indexes: [index('student_name', ['name'], { unique: true })],
    foreignKeys: [foreignKey('student_room', 'room', 'room')],
  })
  const { steps } = await plan(wanted, room)
  t.same(told(steps), [
    'safe: Table pupil is now called student.',
    'safe: Column student.title is now called name.',
    'safe: Column student.room is new.',
    'safe: Column student.name has another default.',
    'safe: Column student.name is required.',
    'safe: Column student.left is no longer declared, so new rows leave it empty.',
    'backfill: Index student_name on student is new, and rows share what is to be unique: mend them first.',
    'safe: Table room is new.',
    'safe: Foreign key student_room on student is new.',
    'destructive: Column student.left is no longer declared; its values go with it.',
  ])
  t.same(
    steps.slice(0, 5).map(({ sql }) => sql),
    [
      'alter table "lectern"."pupil" rename to "student";\nalter table "lectern"."student" rename constraint "pupil_pkey" to "student_pkey"',
      'alter table "lectern"."student" rename column "title" to "name"',
      'alter table "lectern"."student" add column "room" integer',
      `alter table "lectern"."student" alter column "name" set default ''`,
      'alter table "lectern"."student" alter column "name" set not null',
    ],
  )
  t.same(await ask(`select relname from pg_class where relnamespace = 'lectern'::regnamespace order by 1`), [
    { relname: 'pupil' },
    { relname: 'pupil_pkey' },
  ])
  t.same(await ask('select id, title, "left" from lectern.pupil order by id'), [
    { id: 1, title: 'Ann', left: 'x' },
    { id: 2, title: 'Ann', left: 'x' },
  ])
})

t.test('tables that nobody declares, and those of other schemas, are left alone', async (t) => {
  const { client, ask, plan, applyWith } = await liveDatabase(t)
  t.teardown(() => ask('drop schema graphile_worker cascade; drop table public.student'))
  await applyWith({}, table('student', { columns: [column('name')] }), table('gone', { columns: [column('x')] }))
  await ask(`create schema graphile_worker; create table graphile_worker.jobs (id int);
    create table public.student (id text primary key, name int not null default 1, other text);
    create index student_name on public.student (name);
    create view lectern.names as select name from lectern.student`)
  const tables = [table('student', { columns: [column('name')] })]
  t.same(await plan(...tables), settled)
  const { applied, left } = await applyWith({ allow: all }, ...tables)
  t.same([applied, left], [[], []])
  t.same(await ask('select * from lectern.gone'), [])
  t.same(await ask('select * from graphile_worker.jobs'), [])
  // The same where the other schema comes first in the search path.
  await client.query('set search_path = public, lectern')
  t.same(await plan(...tables), settled)
  t.same(told((await plan(table('student'))).steps), [
    'destructive: Column student.name is no longer declared; its values go with it.',
  ])
})

t.test('an older process beside a newer one plans nothing', async (t) => {
  const { ask, client, applyWith } = await liveDatabase(t)
  await applyWith({ modelFormat: 2, model: 'newer' }, ...memory)
  const sentence =
    'The database was brought up to date by a newer Lectern (Model format 2, this one writes 1): this one changes nothing there. Update it.'
  t.same(await planSchema(client, [table('student')], 1), { steps: [], refusals: [sentence] })
  const nothing = { applied: [], left: [], refusals: [sentence] }
  t.same(await applyWith({ model: 'older' }, ...memory, table('student')), nothing)
  t.same(await applyWith({ model: 'older', trustFingerprint: true }, ...memory, table('student')), nothing)
  t.same(await ask('select format, model from lectern.kept_model'), [{ format: 2, model: 'newer' }])
  t.equal((await planSchema(client, [...memory, table('student')], 3)).steps.length, 1)
})
