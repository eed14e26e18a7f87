import { resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import t from 'tap'
import { unknownId } from '#test/caller.ts'
import { libraryModule, startSystem } from '#test/system.ts'
import { dug, fill, sayNothing, says, spade } from './shed.ts'

const modules = ['students', libraryModule, resolve('test/core/behave/shed.ts')]
const { call, account, sql } = await startSystem(t, { modules, only: 'both' })
const school = await account()
const key = await school.key()
let copies = 100_000

t.afterEach(sayNothing)

const until = async <A>(what: string, look: () => Promise<A | undefined>): Promise<A> => {
  const deadline = Date.now() + 20_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`never: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const attempt = async (program: typeof says.attempt) => {
  says.attempt = program
  const { status, json } = await call('POST', '/api/v1/shed', { key })
  return status === 200 ? String(json.data.id) : status
}

interface Work {
  readonly status: string
  readonly attempt: number
  readonly error: string | null
}

/** The work, when it has ended. */
const ended = (id: string) =>
  until(`the end of ${id}`, async () => {
    const [row] = await sql<Work>(
      "select status, attempt, error from lectern.work where id::text = $1 or payload->>'id' = $1",
      [id],
    )
    return row?.status === 'succeeded' || row?.status === 'failed' ? row : undefined
  })

const events = (id: string) =>
  sql<{ name: string; payload: object }>(
    "select name, payload from lectern.events where payload->>'id' = $1 order by id",
    [id],
  )

t.test('making, replacing and deleting a record is told, each in the transaction that did it', async (t) => {
  const body = { barcode: `EV${copies++}`, title: 'T', authors: [{ name: 'A' }] }
  const { json } = await call('POST', '/api/v1/books', { key, body })
  const path = `/api/v1/books/${json.data.id}`
  await call('PUT', path, { key, body })
  await call('PUT', path, { key, body: { title: 1 } })
  await call('DELETE', path, { key })
  await call('DELETE', path, { key })
  const names = (await events(String(json.data.id))).map(({ name }) => name)
  t.strictSame(names, ['book.acquired', 'book.corrected', 'book.discarded'])
  const entries = await sql<{ what: string }>(
    'select what from lectern.ledger_entries where subject_id = $1 and account_id = $2 order by id',
    [json.data.id, school.id],
  )
  t.strictSame(
    entries.map(({ what }) => what),
    names,
    'and a subscriber that hears everything has written it down',
  )
})

t.test('a behaviour tells what it wants to, and whoever listens hears it at once', async (t) => {
  const heard: object[] = []
  says.onDug = ({ event, store }) =>
    Effect.map(store.find(spade, String(event.payload.id)), (found) => {
      heard.push({ ...event, name: found?.name, of: event.name })
    })
  const id = await attempt(({ store, emit }) =>
    Effect.gen(function* () {
      const made = yield* store.insert(spade, { name: `S${copies++}` })
      yield* emit(dug, { id: made.id, depth: 3 })
      return { id: made.id, heard: heard.length }
    }),
  )
  t.match(heard, [{ of: 'spade.dug', payload: { id, depth: 3 }, name: /^S/ }])
  t.match(await events(String(id)), [{ name: 'spade.dug', payload: { id, depth: 3 } }])
})

t.test('a listener that dies takes the change with it, and nothing was ever said', async (t) => {
  says.onDug = () => Effect.die(new Error('of the test'))
  const name = `S${copies++}`
  const ids: string[] = []
  const answered = await attempt(({ store, emit, enqueue }) =>
    Effect.gen(function* () {
      const made = yield* store.insert(spade, { name })
      ids.push(made.id, yield* enqueue(fill, { id: made.id, depth: 1 }))
      yield* emit(dug, { id: made.id })
      return { id: made.id }
    }),
  )
  t.equal(answered, 500)
  t.strictSame(await events(ids[0] ?? ''), [])
  t.strictSame(await sql('select id from lectern.spades where name = $1', [name]), [])
  t.strictSame(await sql('select id from lectern.work where id = $1', [ids[1]]), [])
})

t.test('a job that a transition asks for is done, and the end of the work commits with its change', async (t) => {
  const student = await call('POST', '/api/v1/students', { key, body: { name: 'Ada' } })
  const book = await call('POST', '/api/v1/books', {
    key,
    body: { barcode: `EV${copies++}`, title: 'T', authors: [{ name: 'A' }] },
  })
  const body = { book_id: String(book.json.data.id), student_id: String(student.json.data.id), due_on: '2026-01-01' }
  const { json } = await call('POST', '/api/v1/loans', { key, body })
  const id = String(json.data.id)
  const path = `/api/v1/loans/${id}`
  await call('POST', `${path}/remind`, { key })
  t.match(await ended(id), { status: 'succeeded', attempt: 1, error: null })
  const reminded = (await call('GET', path, { key })).json.data
  t.match(reminded, { status: 'overdue', reminded_at: /Z$/, announced_at: null }, 'by way of a subscription')
  await sql("delete from lectern.work where payload->>'id' = $1", [id])
  await call('POST', `${path}/return`, { key })
  t.match(await ended(id), { status: 'succeeded', attempt: 1 })
  t.match((await call('GET', path, { key })).json.data, { status: 'returned', announced_at: /Z$/ })
})

t.test('a job has its payload and its account, and sees only what that account has', async (t) => {
  const seen: object[] = []
  const stranger = await (await account()).key()
  says.attempt = ({ store }) => store.insert(spade, { name: 'theirs' })
  const theirs = String((await call('POST', '/api/v1/shed', { key: stranger })).json.data.id)
  says.fill = ({ payload, accountId, attempt, settings, within, finish }) =>
    Effect.gen(function* () {
      const found = yield* within(({ store }) => Effect.all([store.find(spade, payload.id), store.find(spade, theirs)]))
      seen.push({ payload, accountId, attempt, size: settings.size, found: found.map((each) => each?.name) })
      yield* finish(({ store, now }) => Effect.asVoid(store.update(spade, payload.id, { maker: now })))
    })
  const name = `S${copies++}`
  const id = await attempt(({ store, enqueue }) =>
    Effect.gen(function* () {
      const { id } = yield* store.insert(spade, { name })
      yield* enqueue(fill, { id, depth: 2 })
      return { id }
    }),
  )
  t.match(await ended(String(id)), { status: 'succeeded', attempt: 1 })
  t.strictSame(seen, [
    { payload: { id, depth: 2 }, accountId: school.id, attempt: 1, size: 4, found: [name, undefined] },
  ])
  t.match((await call('GET', `/api/v1/spades/${id}`, { key })).json.data, { maker: /Z$/ })
})

t.test('a job that fails is tried again on its schedule, and a permanent failure is not', async (t) => {
  const attempts: number[] = []
  says.fill = ({ attempt, payload, within, fail }) =>
    Effect.gen(function* () {
      attempts.push(attempt)
      yield* within(({ store }) => Effect.asVoid(store.insert(spade, { name: `hole ${payload.depth} ${attempt}` })))
      return yield* attempt === 1 ? fail('not yet') : fail('never', { permanent: true })
    })
  const depth = copies++
  const id = await attempt(({ enqueue }) => Effect.map(enqueue(fill, { id: unknownId, depth }), (id) => ({ id })))
  t.strictSame(await ended(String(id)), { status: 'failed', attempt: 2, error: 'never' })
  t.strictSame(attempts, [1, 2])
  const rows = await sql('select name from lectern.spades where name like $1 order by id', [`hole ${depth} %`])
  t.strictSame(rows, [{ name: `hole ${depth} 1` }, { name: `hole ${depth} 2` }], 'what was within a transaction stays')
})

t.test('a job that dies fails that attempt with what it died of', async (t) => {
  says.fill = ({ finish }) =>
    finish(({ store }) => Effect.flatMap(store.insert(spade, { name: 'x', like_id: unknownId }), () => Effect.void))
  const id = await attempt(({ enqueue }) => Effect.map(enqueue(fill, { id: unknownId, depth: 1 }), (id) => ({ id })))
  t.match(await ended(String(id)), { status: 'failed', attempt: 3, error: 'NOT_FOUND' })
})

t.test('a job may wait before it begins', async (t) => {
  const before = Date.now()
  const begun: number[] = []
  says.fill = () => Effect.sync(() => void begun.push(Date.now()))
  const id = await attempt(({ enqueue }) =>
    Effect.map(enqueue(fill, { id: unknownId, depth: 1 }, { after: '800ms' }), (id) => ({ id })),
  )
  await ended(String(id))
  t.ok((begun[0] ?? 0) - before >= 790)
})
