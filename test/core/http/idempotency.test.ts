import { resolve } from 'node:path'
import t from 'tap'
import type { Answered, CallOptions } from '#test/caller.ts'
import { libraryModule, startSystem } from '#test/system.ts'
import { bench, refusals, secretWord } from './workshop.ts'

const modules = ['students', libraryModule, resolve('test/core/http/workshop.ts')]
const plans = { small: { rosterSize: 1 } }
const { call, account, sql } = await startSystem(t, { modules, plans })
const school = await account()
const key = await school.key()
const students = '/api/v1/students'
const workshop = '/api/v1/workshop'
const ada = { name: 'Ada' }

let keys = 0
/** A key for each test, never used before. */
const fresh = () => `key-${keys++}`

const post = (path: string, idempotencyKey: string, options: CallOptions = {}) =>
  call('POST', path, { key, ...options, headers: { 'Idempotency-Key': idempotencyKey } })

const isReplayed = ({ headers }: Answered<unknown>) => headers['idempotency-replayed'] === 'true'
const total = async (credential = key) => (await call('GET', students, { key: credential })).json.total

t.beforeEach(() => bench.renew())

t.test('the same request with the same key is carried out once, and answered the same', async (t) => {
  const before = (await total()) ?? 0
  const one = fresh()
  const first = await post(students, one, { body: ada })
  t.equal(first.status, 201)
  t.equal(first.headers['idempotency-replayed'], undefined)
  for (const again of [await post(students, one, { body: ada }), await post(students, one, { body: ada })]) {
    t.equal(again.status, 201)
    t.equal(again.text, first.text)
    t.equal(again.headers['content-type'], first.headers['content-type'])
    t.ok(isReplayed(again))
  }
  t.equal(await total(), before + 1)
})

t.test('without a key every request is one of its own', async (t) => {
  const [one, other] = [
    await call('POST', students, { key, body: ada }),
    await call('POST', students, { key, body: ada }),
  ]
  t.not(one.text, other.text)
})

t.test('the key with another body, path or query is a 422', async (t) => {
  const one = fresh()
  await post(students, one, { body: ada })
  const refused = async (path: string, options: CallOptions) => {
    const { status, json } = await post(path, one, options)
    return `${status} ${json.code}`
  }
  t.equal(await refused(students, { body: { name: 'Bob' } }), '422 IDEMPOTENCY_KEY_REUSED')
  t.equal(
    await refused(students, { raw: '{ "name": "Ada" }' }),
    '422 IDEMPOTENCY_KEY_REUSED',
    'it is the bytes that count',
  )
  t.equal(await refused('/api/v1/shelves', { body: ada }), '422 IDEMPOTENCY_KEY_REUSED')
  t.equal(await refused(`${workshop}/ask`, {}), '422 IDEMPOTENCY_KEY_REUSED')
  const asked = fresh()
  t.match((await post(`${workshop}/ask?size=1`, asked)).json, { data: { size: 1 } })
  const { status } = await post(`${workshop}/ask?size=2`, asked)
  t.equal(status, 422)
  t.ok(isReplayed(await post(`${workshop}/ask?size=1`, asked)))
})

t.test('a key belongs to the account: its other credentials replay, other accounts do not', async (t) => {
  const one = fresh()
  const first = await post(students, one, { body: ada })
  const other = await post(students, one, { body: ada, key: await school.key() })
  t.equal(other.text, first.text)
  const token = (await call('POST', '/api/v1/auth/token', { key })).json.data.token
  t.equal((await post(students, one, { body: ada, key: String(token) })).text, first.text)
  const stranger = await post(students, one, { body: ada, key: await (await account()).key() })
  t.equal(stranger.status, 201)
  t.not(stranger.text, first.text)
  t.notOk(isReplayed(stranger))
})

t.test('while the first request still runs, the second is told so', async (t) => {
  const one = fresh()
  const first = post(`${workshop}/wait`, one, { body: {} })
  await bench.begun.promise
  const second = await post(`${workshop}/wait`, one, { body: {} })
  t.equal(second.status, 409)
  t.equal(second.json.code, 'IDEMPOTENCY_IN_PROGRESS')
  t.equal((await post(`${workshop}/wait`, one, { body: { other: 1 } })).status, 422, 'another body is another request')
  bench.finish.resolve()
  t.equal((await first).status, 200)
  const third = await post(`${workshop}/wait`, one, { body: {} })
  t.equal(third.text, (await first).text)
  t.equal(bench.runs, 1)
})

t.test('of many at once with one key exactly one is carried out', async (t) => {
  const before = (await total()) ?? 0
  const one = fresh()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(students, one, { body: ada })))
  const made = new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text))
  t.equal(made.size, 1)
  t.equal(answers.filter((answer) => answer.status === 201 && !isReplayed(answer)).length, 1)
  for (const { status, json } of answers.filter((answer) => answer.status !== 201))
    t.strictSame([status, json.code], [409, 'IDEMPOTENCY_IN_PROGRESS'])
  t.equal(await total(), before + 1)
})

t.test('refusals are kept, but those that may turn out otherwise are not', async (t) => {
  for (const [code, status] of Object.entries(refusals)) {
    bench.renew()
    const one = fresh()
    const first = await post(`${workshop}/refuse`, one, { body: { code } })
    const second = await post(`${workshop}/refuse`, one, { body: { code } })
    t.strictSame([first.status, second.status], [status, status])
    t.equal(first.text, second.text)
    const isKept = status < 500 && status !== 403 && status !== 429
    t.equal(isReplayed(second), isKept, `${status} is ${isKept ? 'kept' : 'not kept'}`)
    t.equal(bench.runs, isKept ? 1 : 2)
  }
  t.strictSame(await sql('select name from lectern.tools'), [], 'and what a refused request had begun is undone')
})

t.test('a request that does not fit is kept too: sent again as it was, it is no better', async (t) => {
  const one = fresh()
  const first = await post(students, one, { body: { name: 1 } })
  t.equal(first.status, 400)
  const second = await post(students, one, { body: { name: 1 } })
  t.ok(isReplayed(second))
  t.equal(second.text, first.text)
  t.equal((await post(students, one, { body: ada })).status, 422)
})

t.test('a defect gives the key back', async (t) => {
  const one = fresh()
  for (const runs of [1, 2]) {
    const { status, headers } = await post(`${workshop}/smash`, one)
    t.equal(status, 500)
    t.equal(headers['idempotency-replayed'], undefined)
    t.equal(bench.runs, runs)
  }
  t.strictSame(await sql('select key from lectern.idempotency_keys where key = $1', [one]), [])
})

t.test('a missing credential or scope is not kept', async (t) => {
  const one = fresh()
  const headers = { 'Idempotency-Key': one }
  t.equal((await call('POST', students, { headers, body: ada })).status, 401)
  const weak = await school.key(['api:student:read'])
  t.equal((await call('POST', students, { key: weak, headers, body: ada })).status, 403)
  t.equal((await call('POST', students, { key, headers, body: ada })).status, 201)
})

t.test('a roster that is full is not kept: once there is room, the same request makes the student', async (t) => {
  const small = await (await account({ plan: 'small' })).key()
  const first = await post(students, fresh(), { key: small, body: ada })
  const one = fresh()
  t.equal((await post(students, one, { key: small, body: ada })).status, 403)
  await call('DELETE', `${students}/${first.json.data.id}`, { key: small })
  t.equal((await post(students, one, { key: small, body: ada })).status, 201)
})

t.test('a key has 1 to 255 characters', async (t) => {
  for (const one of ['', 'x'.repeat(256)]) {
    const { status, json } = await post(students, one, { body: ada })
    t.equal(status, 400)
    const message = 'must have 1 to 255 characters'
    t.strictSame(json, { error: 'Invalid input', details: [{ in: 'header', path: '/idempotency-key', message }] })
  }
  const wrong = await post(students, '', { body: { name: 1 } })
  t.strictSame(
    wrong.json.details?.map((detail) => `${detail.in} ${detail.path}`),
    ['header /idempotency-key', 'body /name'],
    'told with whatever else is wrong',
  )
  for (const one of ['x', 'y'.repeat(255), 'a key, with "signs"; and\ta tab', 'é']) {
    t.equal((await post(students, one, { body: ada })).status, 201)
    t.ok(isReplayed(await post(students, one, { body: ada })))
  }
})

t.test('only a POST of somebody known takes a key', async (t) => {
  const one = fresh()
  const headers = { 'Idempotency-Key': one }
  const made = await call('POST', students, { key, body: ada })
  const path = `${students}/${made.json.data.id}`
  for (const name of ['Bob', 'Eve']) {
    t.equal((await call('PUT', path, { key, headers, body: { name } })).status, 200)
    t.match((await call('GET', path, { key, headers })).json.data, { name })
    const left = await call('POST', `${workshop}/leave`, { headers, body: { name } })
    t.equal(left.status, 200)
    t.notOk(isReplayed(left))
  }
  t.equal((await call('DELETE', path, { key, headers })).status, 200)
  t.equal((await call('DELETE', path, { key, headers })).status, 404)
  t.strictSame(await sql('select key from lectern.idempotency_keys where key = $1', [one]), [])
})

t.test('a transition is carried out once, and its replay has the same validator', async (t) => {
  const student = await call('POST', students, { key, body: ada })
  const book = await call('POST', '/api/v1/books', {
    key,
    body: { barcode: 'ID123456', title: 'T', authors: [{ name: 'A' }] },
  })
  const body = { book_id: String(book.json.data.id), student_id: String(student.json.data.id), due_on: '2026-01-01' }
  const loan = await call('POST', '/api/v1/loans', { key, body })
  const one = fresh()
  const path = `/api/v1/loans/${loan.json.data.id}/return`
  const [first, second] = [await post(path, one), await post(path, one)]
  t.strictSame([first.status, second.status], [200, 200])
  t.equal(second.text, first.text)
  t.ok(isReplayed(second))
  t.ok(first.headers.etag)
  t.equal(second.headers.etag, first.headers.etag)
})

t.test('an answer is kept for a day', async (t) => {
  const one = fresh()
  const first = await post(students, one, { body: ada })
  const age = (hours: number) =>
    sql("update lectern.idempotency_keys set created_at = now() - $2 * interval '1 hour' where key = $1", [one, hours])
  await age(23)
  t.equal((await post(students, one, { body: ada })).text, first.text)
  await age(25)
  const anew = await post(students, one, { body: ada })
  t.notOk(isReplayed(anew))
  t.not(anew.text, first.text)
  await age(25)
  t.equal((await post(students, one, { body: { name: 'Bob' } })).status, 201, 'for another request, then')
})

t.test('a run that died is taken over when its lease is over, by the same request alone', async (t) => {
  const one = fresh()
  await post(students, one, { body: ada })
  const die = (lease: string) =>
    sql(
      `update lectern.idempotency_keys set status = null, answer = null, headers = null, lease_until = now() + $2::interval
       where key = $1`,
      [one, lease],
    )
  await die('1 second')
  t.equal((await post(students, one, { body: ada })).json.code, 'IDEMPOTENCY_IN_PROGRESS')
  await die('-1 second')
  t.equal((await post(students, one, { body: { name: 'Bob' } })).json.code, 'IDEMPOTENCY_KEY_REUSED')
  const taken = await post(students, one, { body: ada })
  t.equal(taken.status, 201)
  t.notOk(isReplayed(taken))
  t.equal((await post(students, one, { body: ada })).text, taken.text)
})

t.test('a run that was taken over keeps nothing, not even its change', async (t) => {
  const one = fresh()
  const first = post(`${workshop}/wait`, one, { body: {} })
  await bench.begun.promise
  bench.begun = Promise.withResolvers()
  await sql("update lectern.idempotency_keys set lease_until = now() - interval '1 second' where key = $1", [one])
  const second = post(`${workshop}/wait`, one, { body: {} })
  await bench.begun.promise
  bench.finish.resolve()
  const answers = await Promise.all([first, second])
  t.strictSame(
    answers.map(({ status }) => status),
    [409, 200],
  )
  t.equal(answers[0].json.code, 'IDEMPOTENCY_IN_PROGRESS')
  t.equal((await post(`${workshop}/wait`, one, { body: {} })).text, answers[1].text)
})

t.test('answers that hold a secret are kept encrypted, and replayed as they were', async (t) => {
  const rows = async (one: string) =>
    sql<{ answer: Buffer; encrypted: boolean; row: string }>(
      "select answer, encrypted, (to_jsonb(k) - 'answer')::text as row from lectern.idempotency_keys k where key = $1",
      [one],
    )
  for (const [path, word] of [
    [`${workshop}/tell`, () => secretWord],
    ['/api/v1/auth/token', (text: string) => /"token":"([^"]+)"/.exec(text)?.[1] ?? ''],
  ] as const) {
    const one = fresh()
    const first = await post(path, one)
    t.equal(first.status, 201)
    const secret = word(first.text)
    t.ok(first.text.includes(secret) && secret.length > 20)
    const [row] = await rows(one)
    t.equal(row?.encrypted, true)
    const stored = row?.answer ?? Buffer.alloc(0)
    t.notOk(stored.includes(secret) || row?.row.includes(secret))
    t.notOk(stored.includes(Buffer.from(secret).toString('base64').slice(0, 16)))
    t.equal((await post(path, one)).text, first.text)
  }
  const one = fresh()
  await post(students, one, { body: ada })
  t.match(await rows(one), [{ encrypted: false }])
})
