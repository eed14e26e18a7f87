/** One request with two faults: the earlier one in the contract's order is told. */
import { resolve } from 'node:path'
import t from 'tap'
import { type CallOptions, unknownId } from '#test/caller.ts'
import { libraryModule, startSystem } from '#test/system.ts'

const modules = ['students', libraryModule, resolve('test/core/http/workshop.ts')]
const plans = { small: { rosterSize: 1, openLoans: 0 } }
const { call, account } = await startSystem(t, { modules, plans })
const school = await account()
const key = await school.key()
const scopeless = await school.key(['api:workshop:sweep'])
const students = '/api/v1/students'
const tools = '/api/v1/workshop/tools'
const bad = { name: 1 }
const good = { name: 'Ada' }

const refused = async (method: string, path: string, options: CallOptions): Promise<string> => {
  const { status, json } = await call(method, path, options)
  return `${status} ${json.code ?? json.error}`
}

t.test('an unknown path is a 404 for everybody, whatever is sent', async (t) => {
  t.equal(await refused('GET', '/api/v1/nothing', {}), '404 NOT_FOUND')
  t.equal(await refused('GET', '/api/v1/nothing', { key: 'lk_nonsense' }), '404 NOT_FOUND')
  t.equal(
    await refused('POST', '/api/v1/nothing', { key, raw: '{', headers: { 'Content-Type': 'text/plain' } }),
    '404 NOT_FOUND',
  )
})

t.test('a method that a path does not take is a 405 before any credential is asked for', async (t) => {
  t.equal(await refused('PATCH', students, {}), '405 METHOD_NOT_ALLOWED')
  t.equal(await refused('DELETE', students, { key: scopeless }), '405 METHOD_NOT_ALLOWED')
})

t.test('a missing credential comes before scope, feature, body and path', async (t) => {
  t.equal(await refused('PUT', `${tools}/not-an-id`, { body: bad }), '401 UNAUTHENTICATED')
  t.equal(
    await refused('POST', students, { raw: '{', headers: { 'Content-Type': 'text/plain' } }),
    '401 UNAUTHENTICATED',
  )
  t.equal(await refused('GET', `${students}?page=0`, {}), '401 UNAUTHENTICATED')
  t.equal(await refused('POST', students, { body: good, headers: { 'Idempotency-Key': '' } }), '401 UNAUTHENTICATED')
})

t.test('a missing scope comes before feature, body and path', async (t) => {
  t.equal(await refused('PUT', `${tools}/not-an-id`, { key: scopeless, body: bad }), '403 INSUFFICIENT_SCOPE')
  t.equal(await refused('POST', students, { key: scopeless, body: bad }), '403 INSUFFICIENT_SCOPE')
  t.equal(await refused('POST', students, { key: scopeless, raw: 'x'.repeat(1_100_000) }), '403 INSUFFICIENT_SCOPE')
  t.equal(await refused('GET', `${students}/${unknownId}`, { key: scopeless }), '403 INSUFFICIENT_SCOPE')
})

t.test('a feature that is off comes before body and path', async (t) => {
  t.equal(await refused('PUT', `${tools}/not-an-id`, { key, body: bad }), '403 FEATURE_DISABLED')
  t.equal(await refused('PUT', `${tools}/${unknownId}`, { key, raw: '{' }), '403 FEATURE_DISABLED')
  const other = await account({ features: { locks: true } })
  t.equal((await call('PUT', `${tools}/${unknownId}`, { key: await other.key(), body: good })).status, 200)
})

t.test('size comes before media type, media type before syntax, syntax before the schema', async (t) => {
  const text = { 'Content-Type': 'text/plain' }
  t.equal(await refused('POST', students, { key, raw: 'x'.repeat(1_100_000), headers: text }), '413 PAYLOAD_TOO_LARGE')
  t.equal(await refused('POST', students, { key, raw: '{', headers: text }), '415 UNSUPPORTED_MEDIA_TYPE')
  t.equal(await refused('POST', `${students}?page=0`, { key, raw: '{' }), '400 MALFORMED_JSON')
  t.equal(await refused('POST', `${students}?page=0`, { key, body: good }), '400 Invalid input')
})

t.test('a malformed id with a bad body is a 400, with a good one a 404', async (t) => {
  t.equal(await refused('PUT', `${students}/not-an-id`, { key, body: bad }), '400 Invalid input')
  t.equal(await refused('PUT', `${students}/not-an-id`, { key, body: good }), '404 NOT_FOUND')
  t.equal(await refused('GET', `${students}/not-an-id?x=1`, { key }), '400 Invalid input')
  t.equal(await refused('GET', `${students}/not-an-id`, { key }), '404 NOT_FOUND')
  t.equal(await refused('DELETE', `${students}/not-an-id`, { key }), '404 NOT_FOUND')
})

t.test('an unknown id with a bad body is a 400, and with a stale If-Match a 404', async (t) => {
  const headers = { 'If-Match': '"stale"' }
  t.equal(await refused('PUT', `${students}/${unknownId}`, { key, body: bad, headers }), '400 Invalid input')
  t.equal(await refused('PUT', `${students}/${unknownId}`, { key, body: good, headers }), '404 NOT_FOUND')
  t.equal(await refused('DELETE', `${students}/${unknownId}`, { key, headers }), '404 NOT_FOUND')
  t.equal(await refused('POST', `/api/v1/loans/${unknownId}/return`, { key, headers }), '404 NOT_FOUND')
})

const shelfNamed = async (name: string): Promise<string> => {
  const { json } = await call('POST', '/api/v1/shelves', { key, body: { name } })
  return `/api/v1/shelves/${json.data.id}`
}

t.test('a stale If-Match comes before a conflict', async (t) => {
  const headers = { 'If-Match': '"stale"' }
  await shelfNamed('taken')
  const path = await shelfNamed('mine')
  t.equal(await refused('PUT', path, { key, body: { name: 'taken' }, headers }), '412 PRECONDITION_FAILED')
  t.equal(await refused('PUT', path, { key, body: { name: 'taken' } }), '409 ALREADY_EXISTS')
})

const lend = async (whose: string) => {
  const ask = (path: string, body: { readonly [name: string]: string | { readonly name: string }[] }) =>
    call('POST', path, { key: whose, body })
  const student = await ask(students, { name: 'Ada' })
  const book = await ask('/api/v1/books', {
    barcode: `AB${String(Math.random()).slice(2, 8)}`,
    title: 'T',
    authors: [{ name: 'A' }],
  })
  return { book_id: String(book.json.data.id), student_id: String(student.json.data.id), due_on: '2026-01-01' }
}

t.test('a stale If-Match comes before a transition that is refused', async (t) => {
  const made = await call('POST', '/api/v1/loans', { key, body: await lend(key) })
  const path = `/api/v1/loans/${made.json.data.id}/return`
  t.equal((await call('POST', path, { key })).status, 200)
  t.equal(await refused('POST', path, { key, headers: { 'If-Match': '"stale"' } }), '412 PRECONDITION_FAILED')
  t.equal(await refused('POST', path, { key }), '409 LOAN_CLOSED')
})

t.test('a quota is asked last: after the schema, and after what the body refers to', async (t) => {
  const small = await (await account({ plan: 'small' })).key()
  const body = await lend(small)
  t.equal(await refused('POST', students, { key: small, body: good }), '403 ROSTER_LIMIT_REACHED')
  t.equal(await refused('POST', students, { key: small, body: bad }), '400 Invalid input')
  t.equal(
    await refused('POST', '/api/v1/loans', { key: small, body: { ...body, due_on: 'soon' } }),
    '400 Invalid input',
  )
  t.equal(
    await refused('POST', '/api/v1/loans', { key: small, body: { ...body, book_id: unknownId } }),
    '404 NOT_FOUND',
  )
  t.equal(await refused('POST', '/api/v1/loans', { key: small, body }), '402 LOAN_LIMIT_REACHED')
})

t.test('a value that is taken comes before a quota that is full', async (t) => {
  const other = await (await account()).key()
  const make = (number: number) => refused('POST', '/api/v1/lockers', { key: other, body: { number } })
  t.strictSame([await make(1), await make(2)], ['201 undefined', '201 undefined'])
  t.equal(await make(3), '403 LOCKED_TOOL')
  t.equal(await make(2), '409 ALREADY_EXISTS')
})

t.test("idempotency's own refusals come before the body's validation, and after the credential", async (t) => {
  const headers = { 'Idempotency-Key': 'order' }
  t.equal((await call('POST', students, { key, body: good, headers })).status, 201)
  t.equal(await refused('POST', students, { key, body: bad, headers }), '422 IDEMPOTENCY_KEY_REUSED')
  t.equal(await refused('POST', students, { key, raw: '{', headers }), '422 IDEMPOTENCY_KEY_REUSED')
  t.equal(await refused('POST', students, { body: bad, headers }), '401 UNAUTHENTICATED')
  t.equal(await refused('POST', students, { key: scopeless, body: bad, headers }), '403 INSUFFICIENT_SCOPE')
})
