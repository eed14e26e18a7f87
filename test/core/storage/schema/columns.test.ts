import t from 'tap'
import type { Column, ColumnType } from '#core/storage/table.ts'
import { all, column, index, type Live, liveDatabase, settled, table, told } from './declared.ts'

const student = (...columns: Column[]) => table('student', { columns })

/** A live table `student` of these columns with one row, of the given SQL values. */
const withRow = async (live: Live, values: string, ...columns: Column[]) => {
  await live.apply(student(...columns))
  await live.ask(`insert into lectern.student values (1${values})`)
}

t.test('a new column that may be empty or has a default is safe beside rows', async (t) => {
  const live = await liveDatabase(t)
  await withRow(live, '')
  const state = column('state', 'text', { nullable: false, default: "'open'" })
  const wanted = student(column('phone'), state)
  const { applied } = await live.apply(wanted)
  t.same(told(applied), ['safe: Column student.phone is new.', 'safe: Column student.state is new.'])
  t.same(await live.ask('select * from lectern.student'), [{ id: 1, phone: null, state: 'open' }])
  t.same(await live.plan(wanted), settled)
})

t.test('a new required column without a default is made at once in an empty table', async (t) => {
  const { plan, apply } = await liveDatabase(t)
  await apply(student())
  const wanted = student(column('name', 'text', { nullable: false }))
  const { applied } = await apply(wanted)
  t.same(
    applied.map(({ sql }) => sql),
    ['alter table "lectern"."student" add column "name" text not null'],
  )
  t.same(await plan(wanted), settled)
})

t.test(
  'a new required column without a default comes empty beside rows, and is required once they are filled',
  async (t) => {
    const live = await liveDatabase(t)
    await withRow(live, '')
    const wanted = student(column('name', 'text', { nullable: false }))
    const waits = 'backfill: Column student.name is required, and rows hold no value yet: fill them first.'
    const first = await live.apply(wanted)
    t.same([told(first.applied), told(first.left)], [['safe: Column student.name is new.'], [waits]])
    t.same(told((await live.plan(wanted)).steps), [waits])
    const early = await live.applyWith({ allow: all }, wanted)
    t.same(early.refusals, [
      'Column student.name is required, and rows hold no value yet: fill them first. PostgreSQL refuses: column "name" of relation "student" contains null values.',
    ])
    await live.ask(`update lectern.student set name = 'Ann'`)
    t.same(told((await live.apply(wanted)).applied), ['safe: Column student.name is required.'])
    t.same(await live.plan(wanted), settled)
  },
)

t.test('a column that becomes required gets its default where it is empty, on request', async (t) => {
  const live = await liveDatabase(t)
  await withRow(live, '', column('state'))
  const wanted = student(column('state', 'text', { nullable: false, default: "'open'" }))
  const first = await live.apply(wanted)
  t.same(told(first.applied), ['safe: Column student.state has another default.'])
  t.same(told(first.left), ['backfill: Column student.state is required; rows that hold no value get the default.'])
  await live.applyWith({ allow: ['safe', 'backfill'] }, wanted)
  t.same(await live.ask('select state from lectern.student'), [{ state: 'open' }])
  t.same(await live.plan(wanted), settled)
})

t.test('a column may become optional, and a default may come, change and go', async (t) => {
  const live = await liveDatabase(t)
  await withRow(live, ', 1, 1', column('a', 'integer', { nullable: false }), column('b', 'integer', { default: '1' }))
  const wanted = student(column('a', 'integer', { default: '2' }), column('b', 'integer'))
  const { applied } = await live.apply(wanted)
  t.same(told(applied), [
    'safe: Column student.a has another default.',
    'safe: Column student.b has no default any more.',
    'safe: Column student.a is optional.',
  ])
  t.same(await live.plan(wanted), settled)
})

t.test(
  'a column that is gone keeps its values, holds up no insert, and is dropped only when that is spelled out',
  async (t) => {
    const live = await liveDatabase(t)
    await withRow(
      live,
      `, 'Ann', 2`,
      column('name', 'text', { nullable: false }),
      column('n', 'integer', { nullable: false, default: '1' }),
    )
    const { applied, left } = await live.apply(student())
    t.same(told(applied), ['safe: Column student.name is no longer declared, so new rows leave it empty.'])
    t.same(told(left), [
      'destructive: Column student.name is no longer declared; its values go with it.',
      'destructive: Column student.n is no longer declared; its values go with it.',
    ])
    await live.ask('insert into lectern.student (id) values (2)')
    t.same(await live.ask('select * from lectern.student order by id'), [
      { id: 1, name: 'Ann', n: 2 },
      { id: 2, name: null, n: 1 },
    ])
    await live.applyWith({ allow: ['safe', 'destructive'] }, student())
    t.same(await live.ask('select * from lectern.student order by id'), [{ id: 1 }, { id: 2 }])
    t.same(await live.plan(student()), settled)
  },
)

const changes: readonly (readonly [from: string, value: string, to: ColumnType, kind: string])[] = [
  ['varchar(20)', "'x'", 'text', 'safe'],
  ['timestamptz(0)', 'now()', 'timestamptz(3)', 'safe'],
  ['integer', '1', 'bigint', 'backfill'],
  ['smallint', '1', 'integer', 'backfill'],
  ['real', '1', 'double precision', 'backfill'],
  ['integer', '1', 'text', 'backfill'],
  ['integer[]', "'{1}'", 'text[]', 'backfill'],
  ['date', 'now()', 'timestamptz(3)', 'backfill'],
  ['json', "'[]'", 'jsonb', 'backfill'],
  ['timestamptz', 'now()', 'timestamptz(3)', 'destructive'],
  ['bigint', '1', 'integer', 'destructive'],
  ['text', "'1'", 'integer', 'destructive'],
  ['timestamptz(3)', 'now()', 'date', 'destructive'],
]

for (const [from, value, to, kind] of changes) {
  t.test(`from ${from} to ${to} is ${kind} beside rows, safe without`, async (t) => {
    const { ask, plan, apply, applyWith } = await liveDatabase(t)
    await apply(student())
    await ask(`alter table lectern.student add column c ${from} default null`)
    const wanted = student(column('c', to))
    t.same(
      (await plan(wanted)).steps.map(({ kind }) => kind),
      ['safe'],
    )
    await ask(`insert into lectern.student values (1, ${value})`)
    t.same(
      (await plan(wanted)).steps.map(({ kind }) => kind),
      [kind],
    )
    t.same((await applyWith({ allow: all }, wanted)).refusals, [])
    t.same(await plan(wanted), settled)
    t.same(await ask('select count(c)::int as count from lectern.student'), [{ count: 1 }])
  })
}

t.test('a default changes its type together with its column, and what stands on the column waits for it', async (t) => {
  const live = await liveDatabase(t)
  await withRow(live, ', 5', column('n', 'integer', { default: '1' }))
  const wanted = table('student', {
    columns: [column('n', 'text', { default: "'one'" })],
    indexes: [index('student_n', ['n'], { where: "n <> ''" })],
    checks: [{ name: 'student_n', expression: "n <> ''" }],
  })
  const kept = await live.apply(wanted)
  t.same([kept.applied, kept.refusals], [[], []])
  t.same(told(kept.left), [
    'backfill: Column student.n is integer and becomes text.',
    'backfill: Index student_n on student is new.',
    'backfill: Check student_n on student is new, and rows break it: mend them first.',
  ])
  const done = await live.applyWith({ allow: all }, wanted)
  t.same([done.left, done.refusals], [[], []])
  await live.ask('insert into lectern.student (id) values (2)')
  t.same(await live.ask('select n from lectern.student order by id'), [{ n: '5' }, { n: 'one' }])
  t.same(await live.plan(wanted), settled)
})
