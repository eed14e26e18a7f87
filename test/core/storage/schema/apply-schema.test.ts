import t from 'tap'
import { applySchema } from '#core/storage/schema/apply-schema.ts'
import { all, column, index, liveDatabase, memory, settled, table, told } from './declared.ts'

const student = table('student', { columns: [column('name')], indexes: [index('student_name', ['name'])] })
const options = { modelFormat: 1, model: '{}', allow: ['safe'] } as const

t.test('several processes that start at once on an empty database do the work once', async (t) => {
  const { ask, plan, connect } = await liveDatabase(t)
  const tables = [...memory, student]
  const clients = await Promise.all([connect(), connect(), connect(), connect()])
  const answers = await Promise.all(
    clients.map((client, i) => applySchema(client, tables, { ...options, trustFingerprint: i % 2 === 0 })),
  )
  t.same(answers.map(({ applied }) => applied.length).sort(), [0, 0, 0, 4])
  for (const { left, refusals } of answers) t.same([left, refusals], [[], []])
  t.same(await ask('select count(*)::int as count from lectern.applied_step'), [{ count: 4 }])
  t.same(await ask('select count(*)::int as count from lectern.kept_model'), [{ count: 1 }])
  t.same(await plan(...tables), settled)
})

t.test('several processes that upgrade at once do the work once', async (t) => {
  const { apply, connect, plan } = await liveDatabase(t)
  await apply(...memory, student)
  const tables = [...memory, { ...student, name: 'pupil', was: 'student' }]
  const clients = await Promise.all([connect(), connect(), connect()])
  const answers = await Promise.all(clients.map((client) => applySchema(client, tables, options)))
  t.same(answers.map(({ applied }) => told(applied)).sort(), [[], [], ['safe: Table student is now called pupil.']])
  t.same(await plan(...tables), settled)
})

t.test('steps taken are recorded with their SQL, those left are not', async (t) => {
  const { ask, apply } = await liveDatabase(t)
  await apply(...memory, student)
  await apply(...memory, table('student', { columns: [column('phone')] }))
  t.same(await ask('select kind, sql, why from lectern.applied_step order by id offset 4'), [
    {
      kind: 'safe',
      sql: 'drop index "lectern"."student_name"',
      why: 'Index student_name on student is no longer declared.',
    },
    {
      kind: 'safe',
      sql: 'alter table "lectern"."student" add column "phone" text',
      why: 'Column student.phone is new.',
    },
  ])
  t.same(await ask('select count(*)::int as count from lectern.applied_step where applied_at <= now()'), [{ count: 6 }])
})

t.test('only the kinds of steps that are allowed are taken', async (t) => {
  const { applyWith } = await liveDatabase(t)
  const { applied, left, refusals } = await applyWith({ allow: [] }, student)
  t.same(
    [applied, told(left), refusals],
    [[], ['safe: The schema lectern is missing.', 'safe: Table student is new.'], []],
  )
})

t.test('the newest Model is kept in one row, which is written only when something differs', async (t) => {
  const { ask, applyWith } = await liveDatabase(t)
  const kept = () => ask('select id, format, model, kept_at, xmin::text from lectern.kept_model')
  await applyWith({ model: 'one' }, ...memory)
  const first = await kept()
  t.match(first, [{ format: 1, model: 'one' }])
  await applyWith({ model: 'one' }, ...memory)
  await applyWith({ model: 'one', trustFingerprint: true }, ...memory)
  t.same(await kept(), first)
  await applyWith({ model: 'two', modelFormat: 2, trustFingerprint: true }, ...memory)
  const [second, ...others] = await ask('select format, model from lectern.kept_model')
  t.same([second, others], [{ format: 2, model: 'two' }, []])
})

t.test(
  'a trusted fingerprint compares nothing; without trust, a change by hand is noticed and put right',
  async (t) => {
    const { ask, applyWith, plan } = await liveDatabase(t)
    await applyWith({}, ...memory, student)
    await ask('alter table lectern.student alter column name set not null; drop index lectern.student_name')
    t.same((await applyWith({ trustFingerprint: true }, ...memory, student)).applied, [])
    const steps = ['safe: Column student.name is optional.', 'safe: Index student_name on student is new.']
    t.same(told((await plan(...memory, student)).steps), steps)
    t.same(told((await applyWith({}, ...memory, student)).applied), steps)
  },
)

t.test('what waits to be filled is told at every start, what waits to be dropped is not', async (t) => {
  const { ask, applyWith } = await liveDatabase(t)
  await applyWith({}, ...memory, student)
  await ask('insert into lectern.student values (1)')
  const required = table('student', { columns: [column('name', 'text', { nullable: false })] })
  const trust = { trustFingerprint: true }
  for (const _ of [1, 2]) t.equal((await applyWith(trust, ...memory, required)).left.length, 1)
  await ask(`update lectern.student set name = 'Ann'`)
  t.same(told((await applyWith(trust, ...memory, required)).applied), ['safe: Column student.name is required.'])
  const without = table('student')
  t.equal((await applyWith(trust, ...memory, without)).left.length, 1)
  t.equal((await applyWith(trust, ...memory, without)).left.length, 0)
  t.equal((await applyWith({}, ...memory, without)).left.length, 1)
})

t.test('a step that PostgreSQL objects to is left and told, the others are taken', async (t) => {
  const { ask, apply, applyWith } = await liveDatabase(t)
  await apply(student)
  await ask('create view lectern.names as select name from lectern.student')
  const { applied, left, refusals } = await applyWith({ allow: all }, table('student', { columns: [column('phone')] }))
  t.same(told(applied), ['safe: Column student.phone is new.'])
  t.same(told(left), ['destructive: Column student.name is no longer declared; its values go with it.'])
  t.match(refusals, [
    /^Column student\.name .* PostgreSQL refuses: cannot drop column name .*: view lectern\.names depends/,
  ])
})

t.test('a failure on the way undoes everything', async (t) => {
  const { ask, client, apply, applyWith, connect } = await liveDatabase(t)
  await apply(...memory, student)
  const other = await connect()
  await other.query('begin; select from lectern.student')
  await client.query(`set lock_timeout = '50ms'`)
  const wanted = [
    table('room'),
    table('student', { ...student, columns: [...student.columns.slice(1), column('phone')] }),
  ]
  await t.rejects(applyWith({}, ...memory, ...wanted), { code: '55P03' })
  t.same(await ask(`select to_regclass('lectern.room') as room`), [{ room: null }])
  await other.query('rollback')
  t.equal((await applyWith({}, ...memory, ...wanted)).applied.length, 2)
})
