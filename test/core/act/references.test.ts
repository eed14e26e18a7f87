import t from 'tap'
import type { Json } from '#definitions'
import { unknownId } from '#test/caller.ts'
import { libraryModule, startSystem } from '#test/system.ts'

const { call, account, sql, logged } = await startSystem(t, { modules: ['students', libraryModule] })

type Members = { readonly [name: string]: Json }
let copies = 100_000

/** An account with a key, and what it has made. */
const school = async () => {
  const key = await (await account()).key()
  const make = async (path: string, body: Members): Promise<string> => {
    const { json, text } = await call('POST', `/api/v1/${path}`, { key, body })
    if (json.data?.id === undefined) throw new Error(text)
    return String(json.data.id)
  }
  return {
    key,
    student: () => make('students', { name: 'Ada' }),
    shelf: () => make('shelves', { name: `S${copies++}` }),
    book: (more: Members = {}) =>
      make('books', { barcode: `RF${copies++}`, title: 'T', authors: [{ name: 'A' }], ...more }),
    loan: (book_id: string, student_id: string) => make('loans', { book_id, student_id, due_on: '2026-01-01' }),
    review: (book_id: string, student_id: string | null) => make('reviews', { book_id, student_id, stars: 3 }),
    get: async (path: string) => {
      const { status, json } = await call('GET', `/api/v1/${path}`, { key })
      return status === 200 ? json.data : status
    },
    remove: async (path: string) => {
      const { status, json } = await call('DELETE', `/api/v1/${path}`, { key })
      return status === 200 ? 200 : `${status} ${json.code}`
    },
  }
}

const [ours, theirs] = [await school(), await school()]
const missing = '{"error":"Not found.","code":"NOT_FOUND"}'
const count = async (table: string) =>
  (await sql<{ count: number }>(`select count(*)::int from lectern.${table}`))[0]?.count

t.test('what a record refers to must be there and one’s own: else nothing is created', async (t) => {
  const [book, student] = [await ours.book(), await ours.student()]
  const before = await count('loans')
  for (const [book_id, student_id] of [
    [unknownId, student],
    [book, unknownId],
    [await theirs.book(), student],
    [book, await theirs.student()],
    [student, book],
  ] as const) {
    const body = { book_id, student_id, due_on: '2026-01-01' }
    const { status, text } = await call('POST', '/api/v1/loans', { key: ours.key, body })
    t.equal(status, 404)
    t.equal(text, missing, 'the same for what is nowhere and for what is another’s')
  }
  t.equal(await count('loans'), before)
  await ours.loan(book, student)
})

t.test('nor is anything changed', async (t) => {
  const shelf = await ours.shelf()
  const book = await ours.book({ shelf_id: shelf })
  for (const shelf_id of [unknownId, await theirs.shelf()]) {
    const body = { barcode: `RF${copies++}`, title: 'T', authors: [{ name: 'A' }], shelf_id }
    const { status, text } = await call('PUT', `/api/v1/books/${book}`, { key: ours.key, body })
    t.equal(status, 404)
    t.equal(text, missing)
  }
  t.match(await ours.get(`books/${book}`), { shelf_id: shelf })
})

t.test('a reference may be null where the definition says so', async (t) => {
  const book = await ours.book({ shelf_id: null })
  t.match(await ours.get(`books/${book}`), { shelf_id: null })
  t.ok(await ours.review(book, null))
})

t.test('what others refer to can not be deleted, unless the definition says what becomes of them', async (t) => {
  const [shelf, student] = [await ours.shelf(), await ours.student()]
  const book = await ours.book({ shelf_id: shelf })
  const loan = await ours.loan(book, student)
  const review = await ours.review(book, student)
  t.equal(await ours.remove(`students/${student}`), '409 IN_USE')
  t.equal(await ours.remove(`books/${book}`), '409 IN_USE')
  t.match(await ours.get(`students/${student}`), { id: student })

  t.equal(await ours.remove(`loans/${loan}`), 200)
  t.equal(await ours.remove(`shelves/${shelf}`), 200)
  t.match(await ours.get(`books/${book}`), { shelf_id: null }, 'cleared')
  t.equal(await ours.remove(`students/${student}`), 200)
  t.match(await ours.get(`reviews/${review}`), { student_id: null, stars: 3 }, 'the review stays, without a name')
  t.equal(await ours.remove(`books/${book}`), 200)
  t.equal(await ours.get(`reviews/${review}`), 404, 'gone with its book')
})

t.test('a refused deletion is said to nobody', async (t) => {
  const book = await ours.book()
  await ours.loan(book, await ours.student())
  t.equal(await ours.remove(`books/${book}`), '409 IN_USE')
  const events = await sql("select from lectern.events where name = 'book.discarded' and payload->>'id' = $1", [book])
  t.equal(events.length, 0)
})

t.test('a book that is deleted while it is lent is either lent or gone', async (t) => {
  const student = await ours.student()
  for (let round = 0; round < 10; round += 1) {
    const book = await ours.book()
    const body = { book_id: book, student_id: student, due_on: '2026-01-01' }
    const [lent, gone] = await Promise.all([
      call('POST', '/api/v1/loans', { key: ours.key, body }),
      call('DELETE', `/api/v1/books/${book}`, { key: ours.key }),
    ])
    t.match(`${lent.status} ${gone.status}`, /^(201 409|404 200)$/)
  }
})

t.test('what a behaviour is given to refer to is looked at in the same way', async (t) => {
  const before = await count('cards')
  for (const student_id of [unknownId, await theirs.student()]) {
    const { status, text } = await call('POST', '/api/v1/library/cards', { key: ours.key, body: { student_id } })
    t.equal(status, 404)
    t.equal(text, missing)
  }
  t.equal(await count('cards'), before)
  const body = { student_id: await ours.student() }
  t.equal((await call('POST', '/api/v1/library/cards', { key: ours.key, body })).status, 201)
})

t.test('none of it was a defect', async (t) => {
  t.strictSame(logged, [])
})
