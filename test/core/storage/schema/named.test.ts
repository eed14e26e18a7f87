import t from 'tap'
import type { Table } from '#core/storage/table.ts'
import { all, column, foreignKey, index, type Live, liveDatabase, memory, settled, table, told } from './declared.ts'

const columns = [column('name'), column('group', 'text', { nullable: false }), column('room', 'integer')]
const student = (given: Partial<Table> = {}) => table('student', { columns, ...given })
const room = table('room')

/** The tables `student` (two rows) and `room` (one row). */
const school = async (t: Parameters<typeof liveDatabase>[0], first = student()): Promise<Live> => {
  const live = await liveDatabase(t)
  await live.apply(...memory, first, room)
  await live.ask(`insert into lectern.room values (1);
    insert into lectern.student values (1, 'Ann', 'a', 1), (2, 'Bob', 'b', null)`)
  return live
}

/** Applies the safe steps, expects these, and a settled database after them. */
const settles = async ({ same }: Pick<typeof t, 'same'>, live: Live, wanted: Table, steps: readonly string[]) => {
  const { applied, left, refusals } = await live.apply(...memory, wanted, room)
  same([told(applied), told(left), refusals], [steps, [], []])
  same(await live.plan(...memory, wanted, room), settled)
}

const fitting: Readonly<Record<string, readonly [Partial<Table>, string]>> = {
  index: [{ indexes: [index('x', ['group', '-name'])] }, 'Index x on student is new.'],
  'unique index': [{ indexes: [index('x', ['name'], { unique: true })] }, 'Index x on student is new.'],
  check: [{ checks: [{ name: 'x', expression: "name <> ''" }] }, 'Check x on student is new.'],
  'foreign key': [{ foreignKeys: [foreignKey('x', 'room', 'room')] }, 'Foreign key x on student is new.'],
}

for (const [kind, [given, why]] of Object.entries(fitting)) {
  t.test(`a new ${kind} that every row fits is safe, and safe to take away`, async (t) => {
    const live = await school(t)
    await settles(t, live, student(given), [`safe: ${why}`])
    await settles(t, live, student(), [`safe: ${why.replace('new', 'no longer declared')}`])
  })
}

const unfitting: Readonly<Record<string, readonly [Partial<Table>, string]>> = {
  'unique index': [
    { indexes: [index('x', ['group', 'room'], { unique: true })] },
    'Index x on student is new, and rows share what is to be unique: mend them first.',
  ],
  check: [
    { checks: [{ name: 'x', expression: "name <> 'Cid'" }] },
    'Check x on student is new, and rows break it: mend them first.',
  ],
  'foreign key': [
    { foreignKeys: [foreignKey('x', 'room', 'room')] },
    'Foreign key x on student is new, and rows refer to nothing: mend them first.',
  ],
  'primary key': [
    { primaryKey: ['group'] },
    'The primary key of student becomes group, and rows share it or lack it: mend them first.',
  ],
}

for (const [kind, [given, why]] of Object.entries(unfitting)) {
  t.test(
    `a new ${kind} that rows don't fit is not safe, is told when tried, and is safe once they are mended`,
    async (t) => {
      const live = await school(t)
      await live.ask(`insert into lectern.student values (3, 'Cid', 'a', 1), (4, 'Cid', 'c', 99), (5, 'Cid', 'c', 99)`)
      const wanted = student(given)
      t.same(told((await live.plan(...memory, wanted, room)).steps), [`backfill: ${why}`])
      const tried = await live.applyWith({ allow: all }, ...memory, wanted, room)
      t.same([tried.applied, told(tried.left)], [[], [`backfill: ${why}`]])
      t.match(tried.refusals, [`${why} PostgreSQL refuses: `])
      await live.ask(`delete from lectern.student where name = 'Cid'`)
      const { applied } = await live.apply(...memory, wanted, room)
      t.same(
        applied.map(({ kind }) => kind),
        ['safe'],
      )
    },
  )
}

t.test('what changed under its name is made again', async (t) => {
  const other = table('other')
  const live = await school(
    t,
    student({
      indexes: [index('x', ['group', 'name']), index('y', ['name'], { where: "name = 'A' and (id > 0 or id < 9)" })],
      checks: [{ name: 'c', expression: "name <> 'A' and (id > 0 or room > 0)" }],
      foreignKeys: [foreignKey('f', 'room', 'room')],
    }),
  )
  await live.apply(...memory, other)
  // Differences that MikroORM's comparison does not see: an order on a quoted name, capitals, brackets.
  const wanted = student({
    indexes: [index('x', ['-group', 'name']), index('y', ['name'], { where: "name = 'a' and (id > 0 or id < 9)" })],
    checks: [{ name: 'c', expression: "(name <> 'A' and id > 0) or room > 0" }],
    foreignKeys: [foreignKey('f', 'room', 'room', { onDelete: 'cascade' })],
  })
  await settles(t, live, wanted, [
    'safe: Index x on student is changed.',
    'safe: Index y on student is changed.',
    'safe: Check c on student is changed.',
    'safe: Foreign key f on student is changed.',
  ])
})

t.test('a new state beside a widened check is safe', async (t) => {
  const state = column('state', 'text', { nullable: false, default: "'open'" })
  const live = await school(t)
  const one = student({ columns: [...columns, state], checks: [{ name: 'state', expression: "state in ('open')" }] })
  await settles(t, live, one, ['safe: Column student.state is new.', 'safe: Check state on student is new.'])
  const two = student({
    columns: [...columns, state],
    checks: [{ name: 'state', expression: "state in ('open', 'done')" }],
  })
  await settles(t, live, two, ['safe: Check state on student is changed.'])
})

t.test('a new column can be unique, and can refer to a table that is new as well', async (t) => {
  const live = await school(t)
  const wanted = student({
    columns: [...columns, column('code'), column('house', 'integer')],
    indexes: [index('code', ['code'], { unique: true })],
    foreignKeys: [foreignKey('house', 'house', 'house')],
  })
  const house = table('house')
  const { applied, left } = await live.apply(...memory, wanted, room, house)
  t.same(
    [told(applied), left],
    [
      [
        'safe: Column student.code is new.',
        'safe: Column student.house is new.',
        'safe: Index code on student is new.',
        'safe: Table house is new.',
        'safe: Foreign key house on student is new.',
      ],
      [],
    ],
  )
  t.same(await live.plan(...memory, wanted, room, house), settled)
})

t.test('an index made by hand stays, and a constraint made by hand goes only when that is spelled out', async (t) => {
  const live = await school(t)
  await live.ask(`create index by_hand on lectern.student (name);
    create index name on lectern.student (name);
    alter table lectern.student add constraint strict check (name <> 'Eve');
    create unique index only_one on lectern.student (name)`)
  const plan = await live.plan(...memory, student(), room)
  t.same(told(plan.steps), [
    'destructive: Check strict on student is not declared; somebody made it by hand.',
    'destructive: Index only_one on student is not declared; somebody made it by hand.',
  ])
  const { left, refusals } = await live.applyWith({ allow: all }, ...memory, student(), room)
  t.same([left, refusals], [[], []])
  t.same(await live.plan(...memory, student(), room), settled)
  t.same(await live.ask(`select indexname from pg_indexes where tablename = 'student' order by 1`), [
    { indexname: 'by_hand' },
    { indexname: 'name' },
    { indexname: 'student_pkey' },
  ])
})

t.test('a primary key that every row fits changes safely, also when its columns become optional', async (t) => {
  const live = await school(t)
  const required = (name: string) => column(name, 'text', { nullable: false })
  const both = student({
    columns: [required('name'), required('group'), column('room', 'integer')],
    primaryKey: ['name', 'group'],
  })
  await settles(t, live, both, [
    'safe: Column student.name is required.',
    'safe: The primary key of student becomes name, group.',
  ])
  await settles(t, live, student(), [
    'safe: The primary key of student becomes id.',
    'safe: Column student.name is optional.',
  ])
  await live.ask('alter table lectern.student drop constraint student_pkey')
  await settles(t, live, student(), ['safe: The primary key of student becomes id.'])
})

t.test(
  'a table that PostgreSQL does not accept is refused in a sentence, and the others are brought there',
  async (t) => {
    const { plan, apply } = await liveDatabase(t)
    const broken = table('broken', { checks: [{ name: 'x', expression: 'no_such_column > 0' }] })
    const { applied, refusals } = await apply(broken, room)
    t.same(told(applied), ['safe: The schema lectern is missing.', 'safe: Table room is new.'])
    const sentence = `Table broken can't be as declared: column "no_such_column" does not exist.`
    t.same(refusals, [sentence])
    t.same(await plan(broken, room), { steps: [], refusals: [sentence] })
  },
)
