import t from 'tap'
import type { Json } from '#definitions'
import { libraryModule, startSystem } from '#test/system.ts'

const { call, account, sql } = await startSystem(t, { modules: ['students', libraryModule] })
const [ours, theirs] = [await (await account()).key(), await (await account()).key()]

type Members = { readonly [name: string]: Json }
const ask = async (method: string, path: string, key: string, body: Members) => {
  const { status, json } = await call(method, `/api/v1/${path}`, { key, body })
  return { outcome: status < 300 ? `${status}` : `${status} ${json.code}`, id: String(json.data?.id) }
}
const shelf = (key: string, name: string) => ask('POST', 'shelves', key, { name })
const book = (key: string, barcode: string) =>
  ask('POST', 'books', key, { barcode, title: 'T', authors: [{ name: 'A' }] })

t.test('no two records of one owner hold a unique value, two owners may', async (t) => {
  t.equal((await shelf(ours, 'A')).outcome, '201')
  t.equal((await shelf(ours, 'A')).outcome, '409 ALREADY_EXISTS')
  t.equal((await shelf(ours, 'a')).outcome, '201', 'another spelling is another value')
  t.equal((await shelf(theirs, 'A')).outcome, '201')
})

t.test('what no two records in the world share is refused with the declared error', async (t) => {
  t.equal((await book(ours, 'UN000001')).outcome, '201')
  t.equal((await book(ours, 'UN000001')).outcome, '409 BARCODE_TAKEN')
  t.equal((await book(theirs, 'UN000001')).outcome, '409 BARCODE_TAKEN')
})

t.test('a combination is taken only as a whole, and null is like nothing else', async (t) => {
  const student = await ask('POST', 'students', ours, { name: 'Ada' })
  const [one, other] = [await book(ours, 'UN000002'), await book(ours, 'UN000003')]
  const review = (book_id: string, student_id: string | null) =>
    ask('POST', 'reviews', ours, { book_id, student_id, stars: 5 }).then(({ outcome }) => outcome)
  t.equal(await review(one.id, student.id), '201')
  t.equal(await review(other.id, student.id), '201')
  t.equal(await review(one.id, student.id), '409 REVIEWED_ALREADY')
  t.strictSame([await review(one.id, null), await review(one.id, null)], ['201', '201'])
})

t.test('a replacement may keep its value, and not take another’s', async (t) => {
  const [one, other] = [await shelf(ours, 'B'), await shelf(ours, 'C')]
  t.equal((await ask('PUT', `shelves/${one.id}`, ours, { name: 'B' })).outcome, '200')
  t.equal((await ask('PUT', `shelves/${one.id}`, ours, { name: 'C' })).outcome, '409 ALREADY_EXISTS')
  t.equal((await call('DELETE', `/api/v1/shelves/${other.id}`, { key: ours })).status, 200)
  t.equal((await ask('PUT', `shelves/${one.id}`, ours, { name: 'C' })).outcome, '200', 'until it is free')
})

t.test('of many at once exactly one has it', async (t) => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => shelf(ours, 'D')))
  t.strictSame(outcomes.map(({ outcome }) => outcome).sort(), ['201', ...Array(19).fill('409 ALREADY_EXISTS')])
})

t.test('a value that was refused leaves no trace: no event, no count', async (t) => {
  const events = async () => (await sql<{ count: number }>('select count(*)::int from lectern.events'))[0]?.count
  const before = await events()
  await book(ours, 'UN000001')
  t.equal(await events(), before)
})
