import { resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import t from 'tap'
import { isoTime, unknownId } from '#test/caller.ts'
import { libraryModule, startSystem } from '#test/system.ts'
import { sayNothing, says } from './shed.ts'

const modules = ['students', libraryModule, resolve('test/core/behave/shed.ts')]
const settings = { shed: { size: 7 }, library: { longestExtension: 10, citation: 'apa', closedOn: ['monday'] } }
const { call, account } = await startSystem(t, { modules, settings })
const school = await account({ name: 'Hilltop', features: { wishes: true } })
const key = await school.key()
let copies = 100_000

t.afterEach(sayNothing)

const book = async (more = {}): Promise<string> => {
  const body = { barcode: `OP${copies++}`, title: 'Genji', authors: [{ name: 'Murasaki' }, { name: 'Waley' }], ...more }
  return String((await call('POST', '/api/v1/books', { key, body })).json.data.id)
}

const loan = async (): Promise<string> => {
  const student = await call('POST', '/api/v1/students', { key, body: { name: 'Ada' } })
  const body = { book_id: await book(), student_id: String(student.json.data.id), due_on: '2026-02-27' }
  return String((await call('POST', '/api/v1/loans', { key, body })).json.data.id)
}

const extend = async (id: string, body: { readonly days?: number }) => {
  const { status, json } = await call('POST', `/api/v1/loans/${id}/extend`, { key, body })
  return status === 200 ? json.data : { status, ...json }
}

t.test('a behaviour is given what the definition says, defaults filled, and answers in its form', async (t) => {
  const id = await loan()
  t.strictSame(await extend(id, {}), { id, due_on: '2026-03-06', extensions: 1 })
  t.strictSame(await extend(id, { days: 10 }), { id, due_on: '2026-03-16', extensions: 2 })
  t.match((await call('GET', `/api/v1/loans/${id}`, { key })).json.data, { due_on: '2026-03-16', extensions: 2 })
})

t.test(
  'it refuses with the errors that it declares, with a sentence and a limit of its own where it has one',
  async (t) => {
    const id = await loan()
    t.strictSame(await extend(id, { days: 11 }), {
      status: 409,
      error: 'At most 10 days.',
      code: 'EXTENSION_REFUSED',
      limit: 10,
    })
    await extend(id, {})
    await extend(id, {})
    t.strictSame(await extend(id, {}), {
      status: 409,
      error: 'The loan can not be extended any further.',
      code: 'EXTENSION_REFUSED',
    })
    await call('POST', `/api/v1/loans/${id}/return`, { key })
    t.match(await extend(id, {}), { status: 409, code: 'LOAN_CLOSED' })
    t.match(await extend(unknownId, {}), { status: 404, code: 'NOT_FOUND' })
    t.match(await extend(id, { days: 61 }), {
      status: 400,
      details: [{ in: 'body', path: '/days', message: 'must be <= 60' }],
    })
  },
)

t.test('a refusal may say where to go, and what was wrong', async (t) => {
  says.attempt = ({ fail }) =>
    fail('SHED_FULL', {
      message: 'No room.',
      limit: 3,
      upgrade_url: 'https://school.example/plans',
      details: [{ in: 'body', path: '/x', message: 'is too much' }],
    })
  const { status, json } = await call('POST', '/api/v1/shed', { key })
  t.equal(status, 402)
  t.strictSame(json, {
    error: 'No room.',
    code: 'SHED_FULL',
    limit: 3,
    upgrade_url: 'https://school.example/plans',
    details: [{ in: 'body', path: '/x', message: 'is too much' }],
  })
})

t.test('it knows who asks, with which key, since when, and how the school has set its module', async (t) => {
  says.attempt = ({ caller, now, settings, input }) => Effect.succeed({ caller, now, settings, input })
  const weak = await school.key(['api:shed:use', 'api:student:read', 'api:no:such'])
  const { json } = await call<{ now: string; [name: string]: object | string }>('POST', '/api/v1/shed', { key: weak })
  t.match(json.data, {
    caller: {
      account: {
        id: school.id,
        name: 'Hilltop',
        email: 'school@example.test',
        plan: 'default',
        features: { wishes: true },
      },
      keyId: weak.slice(3, 39),
      scopes: ['api:shed:use', 'api:student:read'],
    },
    now: isoTime,
    input: { params: {}, query: {} },
  })
  t.strictSame(json.data.settings, { size: 7, names: ['a'] })
})

t.test('its query has the types that are declared, and their defaults', async (t) => {
  await book({ language: 'ja' })
  const summary = async (query: string) => {
    const { status, json } = await call<{ books: number; last: readonly string[] }>(
      'GET',
      `/api/v1/library/summary${query}`,
      { key },
    )
    return status === 200 ? json.data : status
  }
  t.match(await summary('?language=ja'), { books: 1 })
  t.match(await summary('?last=0'), { last: [] })
  t.match(await summary('?last=1'), { last: ['book.acquired'] })
  t.equal(await summary('?language=xx'), 400)
  t.equal(await summary('?last=51'), 400)
})

t.test('what others contribute is there by name, in alphabetical order, and does its work', async (t) => {
  const id = await book({ published_on: '1925-03-01' })
  const cite = async (query = '') => (await call('GET', `/api/v1/books/${id}/citation${query}`, { key })).json
  t.strictSame((await cite()).data, {
    style: 'apa',
    label: 'APA',
    text: 'Murasaki, & Waley (1925). Genji.',
    styles: ['apa', 'plain'],
  })
  t.match((await cite('?style=plain')).data, { text: 'Genji, by Murasaki and Waley' })
  t.strictSame(await cite('?style=mla'), { error: 'There is no such style of citation.', code: 'CITATION_UNKNOWN' })
  t.match((await call('GET', `/api/v1/books/${unknownId}/citation`, { key })).json, { code: 'NOT_FOUND' })
})

t.test('what is for everybody is set by the school, too', async (t) => {
  t.equal((await call('GET', '/api/v1/library/hours/monday')).text, '{"data":{"day":"monday","open":false}}')
  t.equal((await call('GET', '/api/v1/library/hours/sunday')).text, '{"data":{"day":"sunday","open":true}}')
})

t.test('text in a path that no database can hold is nobody’s name', async (t) => {
  const workshop = await startSystem(t, { modules: [resolve('test/core/http/workshop.ts')] })
  const other = await (await workshop.account()).key()
  const read = async (name: string) => {
    const { status, text } = await workshop.call('GET', `/api/v1/workshop/names/${name}`, { key: other })
    return status === 200 ? text : status
  }
  t.equal(await read('hammer'), '{"data":[]}')
  t.equal(await read('%F0%9F%98%80'), '{"data":[]}')
  t.equal(await read("'%3B--"), '{"data":[]}')
  t.equal(await read('a%00b'), 404)
  t.equal(await read('x'.repeat(101)), 404)
})
