import t from 'tap'
import { unknownId } from '#test/caller.ts'
import { libraryModule, startSystem } from '#test/system.ts'

const { call, account, sql } = await startSystem(t, { modules: ['students', libraryModule] })
const school = await account()
const key = await school.key()
let copies = 100_000

const loan = async (): Promise<string> => {
  const student = await call('POST', '/api/v1/students', { key, body: { name: 'Ada' } })
  const book = await call('POST', '/api/v1/books', {
    key,
    body: { barcode: `TR${copies++}`, title: 'T', authors: [{ name: 'A' }] },
  })
  const body = { book_id: String(book.json.data.id), student_id: String(student.json.data.id), due_on: '2026-01-01' }
  const { json } = await call('POST', '/api/v1/loans', { key, body })
  return String(json.data.id)
}

const step = async (id: string, name: string): Promise<string> => {
  const { status, json } = await call('POST', `/api/v1/loans/${id}/${name}`, { key })
  return status === 200 ? String(json.data.status) : `${status} ${json.code}`
}

const walk = async (...steps: readonly string[]) => {
  const id = await loan()
  const seen: string[] = []
  for (const name of steps) seen.push(await step(id, name))
  return seen
}

t.test('a record moves only along the ways that are declared, each with its own refusal', async (t) => {
  t.strictSame(await walk('remind', 'remind'), ['overdue', '409 INVALID_TRANSITION'])
  t.strictSame(await walk('return', 'return', 'remind', 'write-off'), [
    'returned',
    '409 LOAN_CLOSED',
    '409 INVALID_TRANSITION',
    '409 INVALID_TRANSITION',
  ])
  t.strictSame(await walk('remind', 'return'), ['overdue', 'returned'])
  t.strictSame(await walk('write-off', 'return', 'write-off'), ['lost', '409 LOAN_CLOSED', '409 INVALID_TRANSITION'])
  t.strictSame(await walk('remind', 'write-off'), ['overdue', 'lost'])
})

t.test('a refused transition changes nothing', async (t) => {
  const id = await loan()
  await step(id, 'return')
  const before = (await call('GET', `/api/v1/loans/${id}`, { key })).text
  await step(id, 'return')
  t.equal((await call('GET', `/api/v1/loans/${id}`, { key })).text, before)
})

t.test('what is not there does not move', async (t) => {
  t.equal(await step(unknownId, 'return'), '404 NOT_FOUND')
  t.equal(await step('x', 'return'), '404 NOT_FOUND')
})

t.test('another account’s record does not move, and is not told apart from one that is not there', async (t) => {
  const id = await loan()
  const stranger = await (await account()).key()
  const { status, text } = await call('POST', `/api/v1/loans/${id}/return`, { key: stranger })
  t.equal(status, 404)
  t.equal(text, '{"error":"Not found.","code":"NOT_FOUND"}')
  t.match((await call('GET', `/api/v1/loans/${id}`, { key })).json.data, { status: 'open' })
})

t.test('of many at once one moves it, and the others are told', async (t) => {
  const id = await loan()
  const steps = await Promise.all(Array.from({ length: 12 }, () => step(id, 'return')))
  t.strictSame(steps.sort(), [...Array(11).fill('409 LOAN_CLOSED'), 'returned'])
  const rows = await sql("select from lectern.events where name = 'loan.returned' and payload->>'id' = $1", [id])
  t.equal(rows.length, 1, 'it is said once')
  const work = await sql("select from lectern.work where job = 'announce-return' and payload->>'id' = $1", [id])
  t.equal(work.length, 1, 'and one job follows')
})

t.test('state, event and job are one: the event and the job name the record and its account', async (t) => {
  const id = await loan()
  await step(id, 'remind')
  await step(id, 'return')
  const events = await sql<{ name: string; payload: object; account_id: string }>(
    "select name, payload, account_id from lectern.events where payload->>'id' = $1 order by id",
    [id],
  )
  t.strictSame(
    events.map(({ name, payload, account_id }) => [name, payload, account_id]),
    ['loan.created', 'loan.overdue', 'loan.returned'].map((name) => [name, { id }, school.id]),
  )
  const work = await sql<{ job: string; status: string; account_id: string }>(
    "select job, status, account_id from lectern.work where payload->>'id' = $1 order by id",
    [id],
  )
  t.strictSame(
    work.map(({ job, status, account_id }) => [job, status, account_id]),
    [
      ['remind-reader', 'pending', school.id],
      ['announce-return', 'pending', school.id],
    ],
  )
})

t.test('where no body is asked for, one is refused rather than passed over', async (t) => {
  const id = await loan()
  const remind = (raw: string, type: string) =>
    call('POST', `/api/v1/loans/${id}/remind`, { key, raw, headers: { 'Content-Type': type } })
  t.equal((await remind('not json', 'text/plain')).status, 415)
  const told = await remind('{"message":"Bring it back"}', 'application/json')
  t.equal(told.status, 400)
  t.same(told.json.details, [{ in: 'body', path: '/message', message: 'is not a known member' }])
  t.equal((await remind('{}', 'application/json')).status, 200)
})

t.test('a state with a name of its own starts where the machine does', async (t) => {
  const wishing = await (await account({ features: { wishes: true } })).key()
  const { json } = await call('POST', '/api/v1/wishes', { key: wishing, body: { title: 'A globe' } })
  t.match(json.data, { standing: 'wished' })
  const { json: found } = await call<readonly object[]>('GET', '/api/v1/wishes?standing=wished', { key: wishing })
  t.equal(found.data.length, 1)
})
