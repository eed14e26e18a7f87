/** The student rows of the reference and of the contract, line by line. */
import t from 'tap'
import type { Json } from '#definitions'
import { isoTime, uuid7 } from '#test/caller.ts'
import { startSystem } from '#test/system.ts'

const { call, account, sql, log } = await startSystem(t)
const school = await account()
const key = await school.key()
const students = '/api/v1/students'

type Members = { readonly [name: string]: Json }
const full: Members = {
  name: 'Ada Lovelace',
  group: '3B',
  note: 'Likes engines.',
  email: 'ada@example.test',
  phone: '+44 20 7946 0000',
  external_id: 'S-1815',
  tags: ['maths', 'poetry', 'maths'],
}

const make = async (body: Members, credential = key): Promise<string> => {
  const { json, text } = await call('POST', students, { key: credential, body })
  if (json.data?.id === undefined) throw new Error(text)
  return String(json.data.id)
}

const get = async (id: string, credential = key) =>
  (await call<Members>('GET', `${students}/${id}`, { key: credential })).json.data

t.test('a student is created with what is said of him, and answered by his id', async (t) => {
  const made = await call('POST', students, { key, body: full })
  t.equal(made.status, 201)
  t.strictSame(Object.keys(made.json.data), ['created', 'id'])
  t.match(made.json.data, { created: true, id: uuid7 })
  const found = await get(String(made.json.data.id))
  t.strictSame(Object.keys(found), ['id', ...Object.keys(full), 'created_at', 'updated_at'])
  t.match(found, { ...full, created_at: isoTime, updated_at: found.created_at })
})

t.test('what is not said is null, tags are none', async (t) => {
  const { id: _, created_at: __, updated_at: ___, ...rest } = await get(await make({ name: 'Bob' }))
  t.strictSame(rest, { name: 'Bob', group: null, note: null, email: null, phone: null, external_id: null, tags: [] })
  const nulls = { name: 'Bob', group: null, note: null, email: null, phone: null, external_id: null }
  t.match(await get(await make(nulls)), nulls)
})

t.test('a replacement clears what it omits', async (t) => {
  const id = await make(full)
  const { status, json } = await call<Members>('PUT', `${students}/${id}`, {
    key,
    body: { name: 'Countess', tags: ['x'] },
  })
  t.equal(status, 200)
  t.match(json.data, {
    id,
    name: 'Countess',
    group: null,
    note: null,
    email: null,
    phone: null,
    external_id: null,
    tags: ['x'],
  })
  t.strictSame(await get(id), json.data)
  t.strictSame((await call<Members>('PUT', `${students}/${id}`, { key, body: { name: 'C' } })).json.data.tags, [])
})

t.test('every length has its bound, and the bound itself is accepted', async (t) => {
  const bounds: readonly (readonly [member: string, most: number])[] = [
    ['name', 200],
    ['group', 200],
    ['note', 2000],
    ['phone', 50],
    ['external_id', 200],
  ]
  for (const [member, most] of bounds) {
    for (const letter of ['x', '長', '😀']) {
      const body = (length: number) => ({ name: 'Ada', [member]: letter.repeat(length) })
      t.equal((await get(await make(body(most))))[member], letter.repeat(most), `${member} of ${most}`)
      const { status, json } = await call('POST', students, { key, body: body(most + 1) })
      t.equal(status, 400)
      t.strictSame(json.details, [{ in: 'body', path: `/${member}`, message: `must have at most ${most} characters` }])
    }
  }
  t.match((await call('POST', students, { key, body: { name: '' } })).json, {
    details: [{ path: '/name', message: 'must have at least 1 character' }],
  })
  for (const member of ['group', 'note', 'phone', 'external_id'])
    t.equal((await get(await make({ name: 'A', [member]: '' })))[member], '')
})

t.test('up to 50 tags of up to 50 characters', async (t) => {
  const tags = Array.from({ length: 50 }, (_, index) => `${index}`.padStart(50, '語'))
  t.strictSame((await get(await make({ name: 'A', tags }))).tags, tags)
  const refused = async (given: Json) =>
    (await call('POST', students, { key, body: { name: 'A', tags: given } })).json.details
  t.match(await refused([...tags, 'x']), [{ path: '/tags', message: 'must have at most 50 items' }])
  t.match(await refused(['x'.repeat(51)]), [{ path: '/tags/0', message: 'must have at most 50 characters' }])
  t.match(await refused('maths'), [{ path: '/tags', message: 'must be an array' }])
  t.match(await refused(null), [{ path: '/tags', message: 'must be an array' }])
  t.match(await refused([null]), [{ path: '/tags/0', message: 'must be a string' }])
})

t.test('an address is one that mail could go to', async (t) => {
  for (const email of ['a@b.co', 'first.last+tag@sub.example.test', `${'x'.repeat(64)}@example.test`])
    t.equal((await get(await make({ name: 'A', email }))).email, email)
  for (const email of ['', 'a', 'a@', '@b', 'a b@c.de', 'a@b@c', 'a@b..c', `a@${'b'.repeat(300)}.co`, 'a@b.co\n'])
    t.equal((await call('POST', students, { key, body: { name: 'A', email } })).status, 400, JSON.stringify(email))
})

t.test('newest first, twenty to a page, with the number of all', async (t) => {
  const other = await (await account()).key()
  const ids: string[] = []
  for (let round = 0; round < 25; round += 1) ids.unshift(await make({ name: `S${round}` }, other))
  const page = async (query: string) => {
    const { json } = await call<readonly { readonly id: string }[]>('GET', `${students}?${query}`, { key: other })
    return [json.data.map(({ id }) => ids.indexOf(id)), json.page, json.limit, json.total]
  }
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
  t.strictSame(await page(''), [range(0, 20), 1, 20, 25])
  t.strictSame(await page('page=2'), [range(20, 25), 2, 20, 25])
  t.strictSame(await page('page=3'), [[], 3, 20, 25])
  t.strictSame(await page('limit=100'), [range(0, 25), 1, 100, 25])
  t.strictSame(await page('limit=7&page=4'), [range(21, 25), 4, 7, 25])
  t.strictSame(await page('limit=1&page=25'), [[24], 25, 1, 25])
  t.strictSame(await page('page=1000&limit=100'), [[], 1000, 100, 25])
})

t.test('in the order of their making, also within one millisecond', async (t) => {
  const other = await (await account()).key()
  await Promise.all(Array.from({ length: 40 }, (_, round) => make({ name: `${round}` }, other)))
  const { json } = await call<readonly { readonly id: string; readonly created_at: string }[]>(
    'GET',
    `${students}?limit=100`,
    { key: other },
  )
  const order = json.data.map(({ created_at, id }) => `${created_at} ${id}`)
  t.strictSame(order, [...order].sort().reverse())
})

t.test('a walk from the end is not disturbed by those who join meanwhile', async (t) => {
  const other = await (await account()).key()
  const ids: string[] = []
  for (let round = 0; round < 10; round += 1) ids.unshift(await make({ name: `S${round}` }, other))
  const pageOf = async (page: number) => {
    const { json } = await call<readonly { readonly id: string }[]>('GET', `${students}?limit=5&page=${page}`, {
      key: other,
    })
    return json.data.map(({ id }) => id)
  }
  const first = await pageOf(1)
  for (let round = 0; round < 5; round += 1) await make({ name: 'new' }, other)
  t.strictSame(await pageOf(2), first, 'what was the first page has moved on as a whole')
  t.strictSame(await pageOf(3), ids.slice(5))
})

t.test('another account’s student is not told apart from nobody', async (t) => {
  const id = await make(full)
  const stranger = await (await account()).key()
  const before = await get(id)
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { name: 'Mine' }],
    ['DELETE', undefined],
  ] as const) {
    const theirs = await call(method, `${students}/${id}`, { key: stranger, body })
    const nobody = await call(method, `${students}/01900000-0000-7000-8000-000000000000`, { key: stranger, body })
    t.equal(theirs.status, 404)
    t.equal(theirs.text, nobody.text)
    const shape = ({ headers }: typeof theirs) =>
      Object.keys(headers)
        .filter((name) => !name.startsWith('ratelimit'))
        .sort()
    t.strictSame(shape(theirs), shape(nobody))
  }
  t.strictSame(await get(id), before)
  t.strictSame((await call('GET', students, { key: stranger })).json, { data: [], page: 1, limit: 20, total: 0 })
  t.strictSame((await call('GET', `${students}?search=ada`, { key: stranger })).json.total, 0)
})

t.test('a student who is deleted leaves nothing behind: no name, no address, in no table', async (t) => {
  const name = 'Zephyrine Quillfeather'
  const email = 'zephyrine@quillfeather.test'
  const headers = { 'Idempotency-Key': 'quill' }
  const made = await call('POST', students, { key, body: { name, email, note: name, tags: [name] }, headers })
  const id = String(made.json.data.id)
  await call('PUT', `${students}/${id}`, { key, body: { name, email } })
  await call('PUT', `${students}/${id}`, { key, body: { name, email: `${name} at ${email}` } })
  t.equal((await call('GET', `${students}?search=quillfeather`, { key })).json.total, 1)
  t.equal((await call('DELETE', `${students}/${id}`, { key })).status, 200)
  const tables = await sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'lectern'",
  )
  t.ok(tables.length > 5)
  for (const table of tables) {
    const found = await sql(`select from lectern."${table.name}" t where t::text ilike '%quillfeather%'`)
    t.equal(found.length, 0, table.name)
  }
  t.ok(log.some((line) => line.includes(id)))
  t.strictSame(
    log.filter((line) => /quillfeather/i.test(line)),
    [],
    'nor in the log',
  )
})

t.test('the roster is as big as the plan says', async (t) => {
  const system = await startSystem(t, { plans: { tiny: { rosterSize: 2 } } })
  const tiny = await (await system.account({ plan: 'tiny' })).key()
  const ask = async () => {
    const { status, json } = await system.call('POST', students, { key: tiny, body: { name: 'A' } })
    return status === 201 ? status : [status, json.code, json.limit, json.upgrade_url]
  }
  t.strictSame([await ask(), await ask()], [201, 201])
  t.strictSame(await ask(), [403, 'ROSTER_LIMIT_REACHED', 2, undefined])
})

t.test('a thousand students are a roster like any other', async (t) => {
  const other = await (await account()).key()
  const names = Array.from({ length: 1000 }, (_, index) => `Student ${index}`)
  for (let from = 0; from < 1000; from += 50)
    await Promise.all(names.slice(from, from + 50).map((name) => make({ name }, other)))
  const list = async (query: string) => (await call('GET', `${students}?${query}`, { key: other })).json.total
  t.equal(await list(''), 1000)
  t.equal(await list('search=student'), 1000)
  t.equal(await list('search=student 99'.replace(' ', '%20')), 11)
})
