import t from 'tap'
import type { Json } from '#definitions'
import { libraryModule, startSystem } from '#test/system.ts'

const { call, account, sql } = await startSystem(t, { modules: ['students', libraryModule] })
const books = '/api/v1/books'

type Given = { readonly [name: string]: Json }
let copies = 100_000

const bookIn = async (key: string, more: Given = {}): Promise<string> => {
  const body = { barcode: `LI${copies++}`, title: 'T', authors: [{ name: 'A' }], ...more }
  const { status, json, text } = await call('POST', books, { key, body })
  if (status !== 201) throw new Error(text)
  return String(json.data.id)
}

type Listed = readonly { readonly id: string; readonly title: string }[]
const list = (key: string, query = '') => call<Listed>('GET', `${books}?${query}`, { key })
const idsOf = async (key: string, query = ''): Promise<readonly string[]> =>
  (await list(key, query)).json.data.map(({ id }) => id)

/** All pages, one after the other. */
const walk = async (key: string, query: string, between: () => Promise<unknown> = async () => undefined) => {
  const seen: string[] = []
  let cursor: string | null | undefined
  for (let pages = 0; cursor !== null && pages < 100; pages += 1) {
    const { json } = await list(key, `${query}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
    seen.push(...json.data.map(({ id }) => id))
    cursor = json.next_cursor ?? null
    await between()
  }
  return seen
}

t.test('ids that tell nothing do not disturb the order: newest first', async (t) => {
  const key = await (await account()).key()
  const made: string[] = []
  for (let round = 0; round < 12; round += 1) made.unshift(await bookIn(key))
  // Two may have been made within one millisecond: then their ids decide.
  const rows = await sql<{ id: string }>(
    'select id from lectern.books where id = any($1) order by created_at desc, id desc',
    [made],
  )
  t.strictSame(
    await idsOf(key),
    rows.map(({ id }) => id),
  )
  t.strictSame([...made].sort(), [...(await idsOf(key))].sort())
})

t.test('a walk by cursor meets everything once, whatever the size of its steps', async (t) => {
  const key = await (await account()).key()
  for (let round = 0; round < 7; round += 1) await bookIn(key)
  const all = await idsOf(key)
  for (const limit of [1, 2, 3, 6, 7, 8, 100]) t.strictSame(await walk(key, `limit=${limit}`), all, `by ${limit}`)
})

t.test('the last page says that it is the last, also when it is full', async (t) => {
  const key = await (await account()).key()
  for (let round = 0; round < 4; round += 1) await bookIn(key)
  const first = await list(key, 'limit=2')
  t.type(first.json.next_cursor, 'string')
  t.equal(first.json.limit, 2)
  const second = await list(key, `limit=2&cursor=${first.json.next_cursor}`)
  t.equal(second.json.data.length, 2)
  t.equal(second.json.next_cursor, null)
})

t.test('a walk is not disturbed by what comes and goes meanwhile', async (t) => {
  const key = await (await account()).key()
  for (let round = 0; round < 6; round += 1) await bookIn(key)
  const all = await idsOf(key)
  t.strictSame(await walk(key, 'limit=2', () => bookIn(key)), all)
  const now = await idsOf(key)
  const doomed = now.slice(0, 3)
  const seen = await walk(key, 'limit=2', async () => {
    const gone = doomed.pop()
    if (gone !== undefined) await call('DELETE', `${books}/${gone}`, { key })
  })
  t.equal(new Set(seen).size, seen.length, 'nothing twice')
  for (const id of now.slice(3)) t.ok(seen.includes(id), 'and nothing that stayed was missed')
})

t.test('records of one moment are walked in one order', async (t) => {
  const school = await account()
  const key = await school.key()
  for (let round = 0; round < 9; round += 1) await bookIn(key)
  await sql("update lectern.books set created_at = '2026-01-01T00:00:00.123Z' where account_id = $1", [school.id])
  const all = await idsOf(key)
  t.strictSame(all, [...all].sort().reverse())
  t.strictSame(await walk(key, 'limit=2'), all)
})

t.test('a cursor that was altered, or belongs to another list, is refused', async (t) => {
  const school = await account()
  const key = await school.key()
  for (let round = 0; round < 3; round += 1) await bookIn(key)
  const cursor = (await list(key, 'limit=1&language=en')).json.next_cursor ?? ''
  const refused = async (query: string, credential = key) => {
    const { status, json } = await list(credential, query)
    return status === 400 ? json.details : status
  }
  const message = 'must be the `next_cursor` of a page of this list with these filters'
  const details = [{ in: 'query', path: '/cursor', message }]
  t.equal(await refused(`limit=1&language=en&cursor=${cursor}`), 200)
  t.equal(await refused(`limit=2&language=en&cursor=${cursor}`), 200, 'the size of a step is free')
  t.strictSame(await refused(`limit=1&cursor=${cursor}`), details, 'without its filter')
  t.strictSame(await refused(`limit=1&language=ja&cursor=${cursor}`), details, 'with another one')
  t.strictSame(await refused(`language=en&search=x&cursor=${cursor}`), details)
  t.strictSame(await refused(`language=en&cursor=${cursor}`, await (await account()).key()), details, 'of a stranger')
  const letters = cursor.split('')
  for (const place of [0, Math.floor(letters.length / 2), letters.length - 1]) {
    const altered = letters.with(place, letters[place] === 'A' ? 'B' : 'A').join('')
    t.strictSame(await refused(`language=en&cursor=${altered}`), details, `altered at ${place}`)
  }
  for (const nonsense of ['x', '', 'a'.repeat(500), '%00', `${cursor}=`, `${cursor}A`, 'null', '1', '[]']) {
    const found = await refused(`language=en&cursor=${nonsense}`)
    t.ok(Array.isArray(found), nonsense.slice(0, 20))
  }
})

t.test('filters narrow a list, each by itself and all together', async (t) => {
  const school = await account()
  const key = await school.key()
  const { json } = await call('POST', '/api/v1/shelves', { key, body: { name: 'S' } })
  const shelf = String(json.data.id)
  const one = await bookIn(key, { language: 'ja', keywords: ['猫', 'a,b', '"'], shelf_id: shelf, pages: 10 })
  const two = await bookIn(key, { language: 'ja', keywords: ['dog'], lendable: false, pages: 10 })
  const three = await bookIn(key, { language: 'en', keywords: ['dog', '{}'], shelf_id: shelf })
  const found = async (query: string) => (await idsOf(key, query)).toReversed()
  t.strictSame(await found(''), [one, two, three])
  t.strictSame(await found('language=ja'), [one, two])
  t.strictSame(await found('language=zh-TW'), [])
  t.strictSame(await found(`shelf=${shelf}`), [one, three])
  t.strictSame(await found(`shelf=${shelf.toUpperCase()}`), [one, three])
  t.strictSame(await found('keyword=dog'), [two, three])
  t.strictSame(await found(`keyword=${encodeURIComponent('猫')}`), [one])
  t.strictSame(await found('keyword=a,b'), [one], 'a comma is a character')
  t.strictSame(await found('keyword=%22'), [one])
  t.strictSame(await found('keyword=%7B%7D'), [three])
  t.strictSame(await found('keyword=do'), [], 'a word is a whole word')
  t.strictSame(await found('lendable=false'), [two])
  t.strictSame(await found('lendable=true'), [one, three])
  t.strictSame(await found('pages=10'), [one, two])
  t.strictSame(await found(`language=ja&shelf=${shelf}&lendable=true&pages=10`), [one])
  t.strictSame(await found(`language=en&lendable=false`), [])
  t.strictSame(await found('language=ja&search=t'), [one, two], 'beside a search')
  t.strictSame(await walk(key, 'limit=1&language=ja'), [two, one], 'and page by page')
})

t.test('a filter that its field can not equal is a 400', async (t) => {
  const key = await (await account()).key()
  const fault = async (query: string) => {
    const { status, json } = await list(key, query)
    return status === 400 ? json.details?.map(({ path, message }) => `${path} ${message}`).join() : status
  }
  t.equal(await fault('language=jp'), `/language must be one of "en", "ja", "zh-TW", "other"; did you mean 'ja'?`)
  t.equal(await fault('language='), '/language must be one of "en", "ja", "zh-TW", "other"')
  t.equal(await fault('shelf=x'), '/shelf must be a UUID')
  t.equal(await fault('lendable=1'), '/lendable must be true or false')
  t.equal(await fault('pages=ten'), '/pages must be an integer')
  t.equal(await fault('pages=0'), '/pages must be >= 1')
  t.equal(await fault('keyword='), '/keyword must have at least 1 character')
  t.equal(await fault('title=T'), '/title is not a known member')
})

t.test('another account’s shelf, or none, narrows to nothing', async (t) => {
  const [key, stranger] = [await (await account()).key(), await (await account()).key()]
  const { json } = await call('POST', '/api/v1/shelves', { key: stranger, body: { name: 'S' } })
  await bookIn(stranger, { shelf_id: json.data.id ?? '' })
  t.strictSame(await idsOf(key, `shelf=${json.data.id}`), [])
})

t.test('a state narrows a list, with true totals', async (t) => {
  const key = await (await account()).key()
  const student = await call('POST', '/api/v1/students', { key, body: { name: 'Ada' } })
  const body = { book_id: await bookIn(key), student_id: String(student.json.data.id), due_on: '2026-01-01' }
  const loans: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const { json } = await call('POST', '/api/v1/loans', { key, body })
    loans.push(String(json.data.id))
  }
  await call('POST', `/api/v1/loans/${loans[1]}/return`, { key })
  await call('POST', `/api/v1/loans/${loans[3]}/return`, { key })
  const found = async (query: string) => {
    const { json } = await call<Listed>('GET', `/api/v1/loans?${query}`, { key })
    return [json.data.map(({ id }) => loans.indexOf(id)).join(), json.page, json.limit, json.total]
  }
  t.strictSame(await found(''), ['4,3,2,1,0', 1, 20, 5])
  t.strictSame(await found('status=open&limit=2'), ['4,2', 1, 2, 3])
  t.strictSame(await found('status=open&limit=2&page=2'), ['0', 2, 2, 3])
  t.strictSame(await found('status=open&limit=2&page=3'), ['', 3, 2, 3])
  t.strictSame(await found('status=returned'), ['3,1', 1, 20, 2])
  t.strictSame(await found(`status=lost&student=${body.student_id}`), ['', 1, 20, 0])
  t.strictSame(await found(`book=${body.book_id}&limit=1&page=5`), ['0', 5, 1, 5])
  t.equal((await call('GET', '/api/v1/loans?status=gone', { key })).status, 400)
})

t.test('a list that is not walked answers all there is', async (t) => {
  const key = await (await account()).key()
  for (let round = 0; round < 30; round += 1)
    await call('POST', '/api/v1/shelves', { key, body: { name: `S${round}` } })
  const { json } = await call<readonly { readonly name: string }[]>('GET', '/api/v1/shelves', { key })
  t.strictSame(
    json.data.map(({ name }) => name),
    Array.from({ length: 30 }, (_, round) => `S${29 - round}`),
  )
  t.equal((await call('GET', '/api/v1/shelves?page=1', { key })).status, 400)
})
