import t from 'tap'
import type { Call } from '#test/caller.ts'
import { libraryModule, startSystem } from '#test/system.ts'

const upgrade_url = 'https://school.example/plans'
const { call, account, sql } = await startSystem(t, {
  modules: ['students', libraryModule],
  plans: {
    small: { rosterSize: 7, openLoans: 2, upgrade_url },
    none: { rosterSize: 0, openLoans: 0 },
    endless: { rosterSize: null },
  },
})
const students = '/api/v1/students'
const ada = { name: 'Ada' }
const times = <T>(count: number, work: (round: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, round) => work(round)))

const total = async (key: string): Promise<number | undefined> =>
  (await call('GET', `${students}?limit=1`, { key })).json.total

/** What is told must be what is there. */
const counted = async (accountId: string, table: string, name: string) => {
  const [row] = await sql<{ there: number; kept: number }>(
    `select (select count(*)::int from lectern.${table} where account_id = $1) as there,
      coalesce((select count from lectern.tallies where account_id = $1 and name = $2), 0) as kept`,
    [accountId, name],
  )
  return row === undefined || row.there !== row.kept ? row : row.there
}

t.test('of thirty creates at once with five places left, exactly five are made', async (t) => {
  const school = await account({ plan: 'small' })
  const key = await school.key()
  await times(2, () => call('POST', students, { key, body: ada }))
  const answers = await times(30, () => call('POST', students, { key, body: ada }))
  t.equal(answers.filter(({ status }) => status === 201).length, 5)
  for (const { status, json } of answers.filter((answer) => answer.status !== 201)) {
    t.equal(status, 403)
    t.strictSame(json, {
      error: 'The roster is full: the plan allows no more students.',
      code: 'ROSTER_LIMIT_REACHED',
      limit: 7,
    })
  }
  t.equal(await total(key), 7)
  t.equal(await counted(school.id, 'students', 'student'), 7)
})

t.test('with a key for each, too', async (t) => {
  const school = await account({ plan: 'small' })
  const key = await school.key()
  const answers = await times(30, (round) =>
    call('POST', students, { key, body: ada, headers: { 'Idempotency-Key': `k${round}` } }),
  )
  t.equal(answers.filter(({ status }) => status === 201).length, 7)
  t.equal(await counted(school.id, 'students', 'student'), 7)
})

t.test('whoever leaves makes room', async (t) => {
  const school = await account({ plan: 'small' })
  const key = await school.key()
  const made = await times(7, () => call('POST', students, { key, body: ada }))
  t.equal((await call('POST', students, { key, body: ada })).status, 403)
  await call('DELETE', `${students}/${made[0]?.json.data.id}`, { key })
  t.equal(await total(key), 6)
  t.equal((await call('POST', students, { key, body: ada })).status, 201)
  t.equal((await call('POST', students, { key, body: ada })).status, 403)
})

t.test('totals stay true while records come and go, and come again', async (t) => {
  const school = await account({ plan: 'endless' })
  const key = await school.key()
  const made = await times(20, () => call('POST', students, { key, body: ada }))
  const paths = made.map(({ json }) => `${students}/${json.data.id}`)
  await Promise.all([
    ...paths.slice(0, 10).flatMap((path) => [call('DELETE', path, { key }), call('DELETE', path, { key })]),
    ...Array.from({ length: 10 }, () => call('POST', students, { key, body: ada })),
    ...paths.slice(10).map((path) => call('PUT', path, { key, body: { name: 'Bob' } })),
    call('POST', students, { key, body: { name: 1 } }),
  ])
  t.equal(await total(key), 20)
  t.equal(await counted(school.id, 'students', 'student'), 20)
})

t.test('a quota of nothing lets nothing in, and another account has its own', async (t) => {
  const none = await (await account({ plan: 'none' })).key()
  const { status, json } = await call('POST', students, { key: none, body: ada })
  t.equal(status, 403)
  t.equal(json.limit, 0)
  t.equal(await total(none), 0)
  const other = await (await account({ plan: 'small' })).key()
  t.equal((await call('POST', students, { key: other, body: ada })).status, 201)
})

t.test(
  'null is no limit; a plan that says nothing has the declared one, as has one that is not configured',
  async (t) => {
    const limits = async (plan: string) => {
      const school = await account({ plan })
      await sql("insert into lectern.tallies (account_id, name, count) values ($1, 'student', 1999)", [school.id])
      const key = await school.key()
      const answers = [
        await call('POST', students, { key, body: ada }),
        await call('POST', students, { key, body: ada }),
      ]
      return answers.map(({ status, json }) => (status === 201 ? 201 : json.limit))
    }
    t.strictSame(await limits('endless'), [201, 201])
    t.strictSame(await limits('default'), [201, 2000])
    t.strictSame(await limits('of long ago'), [201, 2000])
  },
)

const lend = async (ask: Call, key: string) => {
  const student = await ask('POST', students, { key, body: ada })
  const book = await ask('POST', '/api/v1/books', {
    key,
    body: { barcode: `QU${String(Math.random()).slice(2, 8)}`, title: 'T', authors: [{ name: 'A' }] },
  })
  return { book_id: String(book.json.data.id), student_id: String(student.json.data.id), due_on: '2026-01-01' }
}

t.test('a limit that a higher plan raises says where, if the plan does', async (t) => {
  const refused = async (plan: string, room: number) => {
    const key = await (await account({ plan })).key()
    // A plan with no room for students borrows those of nobody: the roster is asked for room, too.
    const body = await lend(call, plan === 'none' ? await (await account()).key() : key)
    for (let made = 0; made < room; made += 1) t.equal((await call('POST', '/api/v1/loans', { key, body })).status, 201)
    return (await call('POST', '/api/v1/loans', { key, body })).json
  }
  t.strictSame(await refused('small', 2), {
    error: 'The plan allows no more loans.',
    code: 'LOAN_LIMIT_REACHED',
    limit: 2,
    upgrade_url,
  })
})

t.test('what was refused for another reason takes no place', async (t) => {
  const school = await account({ plan: 'small' })
  const key = await school.key()
  const body = await lend(call, key)
  for (const wrong of [{ book_id: school.id }, { due_on: 'x' }, { student_id: '01900000-0000-7000-8000-000000000000' }])
    t.ok((await call('POST', '/api/v1/loans', { key, body: { ...body, ...wrong } })).status >= 400)
  t.equal(await counted(school.id, 'loans', 'loan'), 0)
  t.equal((await call('POST', '/api/v1/loans', { key, body })).status, 201)
  t.equal(await counted(school.id, 'loans', 'loan'), 1)
})
