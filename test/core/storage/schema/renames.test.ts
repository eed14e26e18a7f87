import t from 'tap'
import { planRenames } from '#core/storage/schema/renames.ts'
import { column, foreignKey, index, liveDatabase, memory, settled, table, told } from './declared.ts'

const pupil = table('pupil', {
  columns: [column('title', 'text', { nullable: false }), column('room', 'integer')],
  indexes: [index('pupil_title', ['-title'], { unique: true })],
  checks: [{ name: 'pupil_title_short', expression: 'length(title) < 9' }],
  foreignKeys: [foreignKey('pupil_room', 'room', 'room')],
})
const room = table('room', {
  columns: [column('pupil', 'integer')],
  foreignKeys: [foreignKey('room_pupil', 'pupil', 'pupil')],
})

t.test('a renamed table and a renamed column keep their rows, and the names on them follow', async (t) => {
  const { ask, plan, apply } = await liveDatabase(t)
  await apply(...memory, pupil, room)
  await ask(`insert into lectern.room values (7); insert into lectern.pupil values (1, 'Ann', 7)`)
  const student = table('student', {
    was: 'pupil',
    columns: [column('name', 'text', { was: 'title', nullable: false }), column('room', 'integer')],
    indexes: [index('student_name', ['-name'], { unique: true })],
    checks: [{ name: 'student_name_short', expression: 'length(name) < 9' }],
    foreignKeys: [foreignKey('student_room', 'room', 'room')],
  })
  const place = table('room', {
    columns: [column('student', 'integer', { was: 'pupil' })],
    foreignKeys: [foreignKey('room_student', 'student', 'student')],
  })
  const { applied, left, refusals } = await apply(...memory, student, place)
  t.same(told(applied), [
    'safe: Table pupil is now called student.',
    'safe: Column student.title is now called name.',
    'safe: Column room.pupil is now called student.',
    'safe: Index pupil_title on student is now called student_name.',
    'safe: Check pupil_title_short on student is now called student_name_short.',
    'safe: Foreign key pupil_room on student is now called student_room.',
    'safe: Foreign key room_pupil on room is now called room_student.',
  ])
  t.same([left, refusals], [[], []])
  t.same(await plan(...memory, student, place), settled)
  t.same(await ask('select * from lectern.student'), [{ id: 1, name: 'Ann', room: 7 }])
  t.same(
    await ask(`select conname from pg_constraint where conrelid = 'lectern.student'::regclass and contype = 'p'`),
    [{ conname: 'student_pkey' }],
  )
})

t.test('when the earlier name is gone too, the table and the column are simply made', async (t) => {
  const { plan, apply } = await liveDatabase(t)
  const student = table('student', { was: 'pupil', columns: [column('name', 'text', { was: 'title' })] })
  const { applied } = await apply(student)
  t.same(told(applied), ['safe: The schema lectern is missing.', 'safe: Table student is new.'])
  t.same(await plan(student), settled)
})

t.test(
  'a new and an earlier name that both exist are refused, and nothing of the earlier one is dropped',
  async (t) => {
    const { ask, plan, apply, applyWith } = await liveDatabase(t)
    await apply(
      table('pupil'),
      table('student', { columns: [column('title', 'text', { nullable: false }), column('name')] }),
    )
    const student = table('student', { was: 'pupil', columns: [column('name', 'text', { was: 'title' })] })
    const refusals = [
      'Table student and its earlier name pupil both exist: move the rows that are wanted, then drop pupil or take "was" out.',
      'Column student.name and its earlier name title both exist: move the values that are wanted, then drop title or take "was" out.',
    ]
    const allowed = await applyWith({ allow: ['safe', 'backfill', 'destructive'] }, student)
    t.same(told(allowed.applied), ['safe: Column student.title is no longer declared, so new rows leave it empty.'])
    t.same(allowed.refusals, refusals)
    t.same(await plan(student), { steps: [], refusals })
    t.resolves(ask('select title from lectern.student'))
  },
)

t.test('names are passed on in the right order', async (t) => {
  const { ask, plan, apply } = await liveDatabase(t)
  await apply(table('a', { columns: [column('x'), column('y')] }), table('b'))
  await ask(`insert into lectern.a values (1, 'x', 'y'); insert into lectern.b values (2)`)
  // b becomes c and a becomes b; within it y becomes z, x becomes y, and a new x begins.
  const tables = [
    table('b', {
      was: 'a',
      columns: [column('x'), column('y', 'text', { was: 'x' }), column('z', 'text', { was: 'y' })],
    }),
    table('c', { was: 'b' }),
  ]
  const { refusals } = await apply(...tables)
  t.same(refusals, [])
  t.same(await ask('select x, y, z from lectern.b'), [{ x: null, y: 'x', z: 'y' }])
  t.same(await ask('select id from lectern.c'), [{ id: 2 }])
  t.same(await plan(...tables), settled)
})

t.test('without "was", a column gone and a new one of the same type are two columns', async (t) => {
  const { ask, apply } = await liveDatabase(t)
  await apply(table('student', { columns: [column('phone')] }))
  await ask(`insert into lectern.student values (1, '123')`)
  const { applied, left } = await apply(table('student', { columns: [column('fax')] }))
  t.same(told(applied), ['safe: Column student.fax is new.'])
  t.same(told(left), ['destructive: Column student.phone is no longer declared; its values go with it.'])
  t.same(await ask('select phone, fax from lectern.student'), [{ phone: '123', fax: null }])
})

t.test('a primary key whose new name would be too long keeps its name', (t) => {
  const long = 'x'.repeat(60)
  const live = new Map([['old', { columns: ['id'], primaryKey: 'old_pkey' }]])
  const { steps } = planRenames([table(long, { was: 'old' })], live)
  t.same(
    steps.map(({ sql }) => sql),
    [`alter table "lectern"."old" rename to "${long}"`],
  )
  t.end()
})

t.test('when PostgreSQL refuses a rename nothing is planned, so that no empty table takes its place', async (t) => {
  const { ask, plan, apply } = await liveDatabase(t)
  await apply(table('place'), table('pupil'))
  await ask('create view lectern.student as select 1 as id')
  const refusals = ['Table pupil is now called student. PostgreSQL refuses: relation "student" already exists.']
  const wanted = [table('room', { was: 'place' }), table('student', { was: 'pupil' })]
  t.same(await plan(...wanted), { steps: [], refusals })
  t.same(await apply(...wanted), { applied: [], left: [], refusals })
  await t.resolves(ask('select * from lectern.pupil, lectern.place'))
})
