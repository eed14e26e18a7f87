import t from 'tap'
import { isoTime, unknownId, uuid4, uuid7 } from '#test/caller.ts'
import { libraryModule, startSystem } from '#test/system.ts'

const { call, account } = await startSystem(t, { modules: ['students', libraryModule] })
const school = await account({ features: { wishes: true } })
const key = await school.key()
const students = '/api/v1/students'

t.test('one record stands under data, with ids of time and times in UTC to the millisecond', async (t) => {
  const made = await call('POST', students, { key, body: { name: 'Ada' } })
  t.equal(made.status, 201)
  t.match(made.json, { data: { created: true, id: uuid7 } })
  const { status, json, headers } = await call('GET', `${students}/${made.json.data.id}`, { key })
  t.equal(status, 200)
  t.strictSame(Object.keys(json), ['data'])
  t.match(json.data, { id: made.json.data.id, created_at: isoTime, updated_at: isoTime })
  t.equal(headers['content-type'], 'application/json; charset=utf-8')
  const now = Date.now()
  t.ok(Math.abs(now - Date.parse(String(json.data.created_at))) < 60_000, 'and they tell the present time')
})

t.test('ids that tell nothing of time are given where a module asks for them', async (t) => {
  const { status, json } = await call('POST', '/api/v1/wishes', { key, body: { title: 'More books' } })
  t.equal(status, 201)
  t.match(json.data, { id: uuid4 })
})

t.test('a list adds page, limit and total, and nothing else', async (t) => {
  const { status, json } = await call('GET', students, { key })
  t.equal(status, 200)
  t.strictSame(Object.keys(json), ['data', 'page', 'limit', 'total'])
  t.match(json, { data: [{ name: 'Ada' }], page: 1, limit: 20, total: 1 })
})

t.test('a list that is walked by cursor adds next_cursor and limit', async (t) => {
  const { status, json } = await call('GET', '/api/v1/books', { key })
  t.equal(status, 200)
  t.strictSame(Object.entries(json), [
    ['data', []],
    ['next_cursor', null],
    ['limit', 20],
  ])
})

t.test('a list that is not walked has data alone', async (t) => {
  const { status, text } = await call('GET', '/api/v1/shelves', { key })
  t.equal(status, 200)
  t.equal(text, '{"data":[]}')
})

t.test('work that was accepted is a 202', async (t) => {
  const { json } = await call('POST', '/api/v1/wishes', { key, body: { title: 'A globe' } })
  const path = `/api/v1/wishes/${json.data.id}/order`
  const ordered = await call('POST', path, { key, body: { after: '5d' } })
  t.equal(ordered.status, 202)
  t.match(ordered.json, { data: { job: uuid7 } })
})

t.test('what is deleted is answered as deleted, and is gone for good', async (t) => {
  const { json } = await call('POST', students, { key, body: { name: 'Bob' } })
  const path = `${students}/${json.data.id}`
  const gone = await call('DELETE', path, { key })
  t.equal(gone.status, 200)
  t.equal(gone.text, '{"data":{"deleted":true}}')
  const unknown = await call('GET', `${students}/${unknownId}`, { key })
  for (const method of ['DELETE', 'GET']) {
    const again = await call(method, path, { key })
    t.equal(again.status, 404, method)
    t.equal(again.text, unknown.text)
  }
  t.equal((await call('PUT', path, { key, body: { name: 'Bob' } })).status, 404)
})

t.test('an error is a sentence and a code, and nothing that was not declared', async (t) => {
  const { status, json, headers } = await call('GET', `${students}/${unknownId}`, { key })
  t.equal(status, 404)
  t.strictSame(json, { error: 'Not found.', code: 'NOT_FOUND' })
  t.equal(headers['content-type'], 'application/json; charset=utf-8')
})

t.test('a request that does not fit is told every fault at once, each with its place, and has no code', async (t) => {
  const { status, json } = await call('POST', `${students}?page=1`, {
    key,
    body: { nmae: 'x', group: 1, tags: ['a', 3, 'b'], email: 'nobody', 'a/b~c': 1 },
  })
  t.equal(status, 400)
  t.strictSame(Object.keys(json), ['error', 'details'])
  t.equal(json.error, 'Invalid input')
  const found = [...(json.details ?? [])].sort((one, other) =>
    `${one.in}${one.path}` < `${other.in}${other.path}` ? -1 : 1,
  )
  t.strictSame(found, [
    { in: 'body', path: '/a~1b~0c', message: 'is not a known member' },
    { in: 'body', path: '/email', message: 'must be an e-mail address' },
    { in: 'body', path: '/group', message: 'must be a string or null' },
    { in: 'body', path: '/name', message: 'is required' },
    { in: 'body', path: '/nmae', message: "is not a known member; did you mean 'name'?" },
    { in: 'body', path: '/tags/1', message: 'must be a string' },
    { in: 'query', path: '/page', message: 'is not a known member' },
  ])
})

t.test('the whole body may be at fault', async (t) => {
  for (const body of [[], 'text', 3, null, true]) {
    const { status, json } = await call('POST', students, { key, body })
    t.equal(status, 400, JSON.stringify(body))
    t.strictSame(json, { error: 'Invalid input', details: [{ in: 'body', path: '', message: 'must be an object' }] })
  }
})

t.test('each fault of a query is told, with the parameter that it is in', async (t) => {
  const faults = async (query: string) => {
    const { status, json } = await call('GET', `${students}?${query}`, { key })
    t.equal(status, 400, query)
    t.equal(json.error, 'Invalid input')
    t.ok(json.details?.every((detail) => detail.in === 'query'))
    return json.details?.map(({ path, message }) => `${path} ${message}`)
  }
  t.strictSame(await faults('page=0&limit=101'), ['/page must be >= 1', '/limit must be <= 100'])
  t.strictSame(await faults('page=1001&limit=0'), ['/page must be <= 1000', '/limit must be >= 1'])
  t.strictSame(await faults('page=x&limit=1.5'), ['/page must be an integer', '/limit must be an integer'])
  t.strictSame(await faults('page='), ['/page must be an integer'])
  t.strictSame(await faults('limit=1e1'), ['/limit must be an integer'])
  t.strictSame(await faults('page=99999999999999999999'), ['/page must be an integer'])
  t.strictSame(await faults('page=1&page=1'), ['/page is given more than once'])
  t.strictSame(await faults(`search=${'a'.repeat(201)}`), ['/search must have at most 200 characters'])
  t.strictSame(await faults('serach=a'), ["/serach is not a known member; did you mean 'search'?"])
  t.strictSame(await faults('search=a%00b'), ['/search must not hold a NUL character'])
})

t.test('an operation that takes no query refuses one', async (t) => {
  const made = await call('POST', students, { key, body: { name: 'Eve' } })
  const { status, json } = await call('GET', `${students}/${made.json.data.id}?fields=name`, { key })
  t.equal(status, 400)
  t.strictSame(json.details, [{ in: 'query', path: '/fields', message: 'is not a known member' }])
  t.equal(
    (await call('GET', `${students}/${made.json.data.id}?`, { key })).status,
    200,
    'a question mark alone is none',
  )
})

t.test('the bounds of a page are accepted', async (t) => {
  for (const query of ['page=1&limit=1', 'page=1000&limit=100']) {
    t.equal((await call('GET', `${students}?${query}`, { key })).status, 200, query)
  }
})
