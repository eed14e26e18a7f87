import t from 'tap'
import type { Json } from '#definitions'
import { isoTime, uuid4 } from '#test/caller.ts'
import { libraryModule, startSystem } from '#test/system.ts'

const { call, account, sql } = await startSystem(t, { modules: ['students', libraryModule] })
const school = await account({ name: 'Hilltop' })
const key = await school.key()
const books = '/api/v1/books'

type Members = { readonly [name: string]: Json }
let copies = 100_000
const least = (more: Members = {}): Members => ({
  barcode: `RE${copies++}`,
  title: 'T',
  authors: [{ name: 'A' }],
  ...more,
})

const make = (body: Members) => call<Members>('POST', books, { key, body })

t.test('a record that is given the least is filled with what the definition says', async (t) => {
  const body = least()
  const { status, json } = await make(body)
  t.equal(status, 201)
  const { id, created_at, updated_at, ...members } = json.data
  t.match({ id, created_at, updated_at }, { id: uuid4, created_at: isoTime, updated_at: isoTime })
  t.strictSame(members, {
    ...body,
    subtitle: null,
    shelf_id: null,
    language: 'en',
    keywords: [],
    authors: [{ name: 'A', role: 'author' }],
    pages: null,
    price: null,
    rating: null,
    age: null,
    lendable: true,
    medium: 'paper',
    period: '14d',
    published_on: null,
    acquired_at: null,
    cover: null,
    website: null,
    size: null,
    edition: null,
    extra: {},
    donor: 'Hilltop',
  })
})

/** What is given, and what is read: the same where nothing else is said. */
const values: readonly (readonly [field: string, given: Json, read?: Json])[] = [
  ['title', ' spaces stay '],
  ['title', 'line\nbreak\ttab \u0001 "quotes" \\ / \u2028'],
  ['title', '😀 𠮷野家 e\u0301 \u{10ffff} \ufffe'],
  ['subtitle', ''],
  ['language', 'zh-TW'],
  ['keywords', ['a', 'b', '{"', ',', 'NULL', 'null', ' ', '\\', "'"]],
  [
    'authors',
    [{ name: 'A', role: 'editor', born: -3000 }, { name: 'B' }],
    [
      { name: 'A', role: 'editor', born: -3000 },
      { name: 'B', role: 'author' },
    ],
  ],
  ['pages', 20_000],
  ['price', 0.1],
  ['price', 1e-7],
  ['price', 999_999.99],
  ['price', 5e-324],
  ['rating', 0],
  ['rating', 4.5],
  ['age', 16],
  ['lendable', false],
  ['medium', 'paper'],
  ['period', '300ms'],
  ['published_on', '2024-02-29'],
  ['published_on', '0001-01-01'],
  ['published_on', '9999-12-31'],
  ['acquired_at', '2026-11-21T04:16:27.446Z'],
  ['acquired_at', '2026-11-21T04:16:27Z', '2026-11-21T04:16:27.000Z'],
  ['acquired_at', '2026-11-21T04:16:27.4+02:00', '2026-11-21T02:16:27.400Z'],
  ['acquired_at', '2026-11-21t04:16:27z', '2026-11-21T04:16:27.000Z'],
  ['acquired_at', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['acquired_at', '9999-12-31T23:59:59.999Z'],
  ['cover', ''],
  ['cover', 'iVBORw0KGgo='],
  ['cover', Buffer.alloc(3000, 7).toString('base64')],
  ['website', 'https://example.test/a?b=c#d'],
  ['size', { width: 1, height: 0.5, unit: 'mm' }],
  ['edition', 3],
  ['edition', '2nd, revised'],
  [
    'extra',
    { b: 1, a: [true, null, { '': 'x' }], 長: '😀', n: 1.5e300 },
    { a: [true, null, { '': 'x' }], b: 1, 長: '😀', n: 1.5e300 },
  ],
  ['extra', {}],
  ['donor', 'A friend'],
  ['donor', ''],
]

t.test('what is given is what is read, on create, on replace and in a list', async (t) => {
  for (const [field, given, read = given] of values) {
    const name = named(field, given)
    const made = await make(least({ [field]: given }))
    t.equal(made.status, 201, name)
    t.same(made.json.data[field], read, name)
    const path = `${books}/${made.json.data.id}`
    t.equal((await call('GET', path, { key })).text, made.text, 'the same bytes')
    const replaced = await call<Members>('PUT', path, { key, body: least({ [field]: given }) })
    t.same(replaced.json.data[field], read, `${name}, replaced`)
    const listed = await call<readonly Members[]>('GET', `${books}?limit=1`, { key })
    t.same(listed.json.data[0]?.[field], read, `${name}, listed`)
  }
})

/** tap's own protocol takes no strange characters in a name. */
const named = (field: string, given: Json): string =>
  `${field}: ${JSON.stringify(given).slice(0, 60)}`.replaceAll(/[^ -~]|[\\#]/g, '?')

/** What does not fit, and where that is told. */
const wrong: readonly (readonly [field: string, given: Json, path?: string])[] = [
  ['barcode', 'ab123456'],
  ['barcode', 'AB123456\n'],
  ['title', ''],
  ['title', 'x'.repeat(301)],
  ['title', null],
  ['keywords', ['a', 'a']],
  ['keywords', [''], '/keywords/0'],
  ['keywords', Array.from({ length: 21 }, (_, index) => `${index}`)],
  ['keywords', 'a'],
  ['keywords', null],
  ['authors', []],
  ['authors', [{}], '/authors/0/name'],
  ['authors', [{ name: 'A', nmae: 'B' }], '/authors/0/nmae'],
  ['authors', [{ name: 'A', role: 'x' }], '/authors/0/role'],
  ['authors', [{ name: 'A', born: 1.5 }], '/authors/0/born'],
  ['pages', 0],
  ['pages', 20_001],
  ['pages', '3'],
  ['price', 0],
  ['price', 1_000_000],
  ['rating', 0.25],
  ['rating', 5.5],
  ['rating', -0.5],
  ['age', 7],
  ['age', '6'],
  ['lendable', 'true'],
  ['lendable', null],
  ['medium', 'vellum'],
  ['period', '14'],
  ['period', '0d'],
  ['period', '1.5d'],
  ['published_on', '2023-02-29'],
  ['published_on', '0000-01-01'],
  ['published_on', '2026-1-1'],
  ['published_on', '2026-01-01T00:00:00Z'],
  ['acquired_at', '2026-01-01'],
  ['acquired_at', '2026-01-01T24:00:00Z'],
  ['acquired_at', '2026-01-01T00:00:60Z'],
  ['acquired_at', '2026-01-01T00:00:00'],
  ['acquired_at', '2026-01-01T00:00:00+24:00'],
  ['acquired_at', 1_700_000_000],
  ['cover', 'not base64!'],
  ['cover', 'abc'],
  ['cover', 'ab=='.repeat(1025)],
  ['website', '/relative'],
  ['website', 'no url'],
  ['size', { width: 1, height: 1 }, '/size/unit'],
  ['size', { width: 1, height: 1, unit: 'cm' }, '/size/unit'],
  ['size', { width: 0, height: 1, unit: 'mm' }, '/size/width'],
  ['size', { width: 1, height: 1, unit: 'mm', depth: 1 }, '/size/depth'],
  ['edition', 0],
  ['edition', ''],
  ['edition', true],
  ['edition', 1.5],
  ['extra', []],
  ['extra', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`m${index}`, 1]))],
  ['donor', 'x'.repeat(201)],
  ['shelf_id', 'x'],
]

t.test('what does not fit is refused where it stands, and nothing is stored', async (t) => {
  const count = async () => (await sql<{ count: number }>('select count(*)::int from lectern.books'))[0]?.count
  const before = await count()
  for (const [field, given, path = `/${field}`] of wrong) {
    const { status, json } = await call('POST', books, { key, body: least({ [field]: given }) })
    const name = named(field, given)
    t.equal(status, 400, name)
    t.ok(
      json.details?.some((detail) => detail.path === path),
      `${name} at ${path}, ${JSON.stringify(json.details)}`,
    )
  }
  t.equal(await count(), before)
})

t.test('times beyond the years that have four digits, seen from Greenwich, are refused', async (t) => {
  for (const acquired_at of ['9999-12-31T23:59:59-01:00', '0001-01-01T00:30:00+01:00', '9999-12-31T23:59:59.9999Z']) {
    const { status, json } = await call<Members>('POST', books, { key, body: least({ acquired_at }) })
    t.equal(status, 400, `${acquired_at} ${json.data?.acquired_at}`)
  }
})

t.test('lengths are counted in characters, not in halves of them', async (t) => {
  for (const [title, status] of [
    ['😀'.repeat(300), 201],
    ['😀'.repeat(301), 400],
    ['長'.repeat(300), 201],
    ['長'.repeat(301), 400],
  ] as const)
    t.equal((await make(least({ title }))).status, status, `${title.length} halves`)
})

t.test('a replacement clears what it omits, to what a new record would have', async (t) => {
  const full = least({
    subtitle: 'S',
    language: 'ja',
    keywords: ['a'],
    pages: 3,
    lendable: false,
    extra: { a: 1 },
    donor: 'D',
  })
  const { json } = await make(full)
  const path = `${books}/${json.data.id}`
  const body = { barcode: full.barcode ?? '', title: 'T2', authors: full.authors ?? [] }
  const replaced = await call<Members>('PUT', path, { key, body })
  t.equal(replaced.status, 200)
  t.match(replaced.json.data, {
    ...{ title: 'T2', subtitle: null, language: 'en', keywords: [], pages: null, lendable: true, donor: 'Hilltop' },
    ...{ id: json.data.id, created_at: json.data.created_at },
  })
  t.strictSame(replaced.json.data.extra, {})
  t.ok(String(replaced.json.data.updated_at) >= String(json.data.updated_at))
})

t.test('a replacement needs what a new record needs', async (t) => {
  const { json } = await make(least())
  const { status, json: refused } = await call('PUT', `${books}/${json.data.id}`, { key, body: { title: 'T' } })
  t.equal(status, 400)
  t.strictSame(refused.details?.map(({ path }) => path).sort(), ['/authors', '/barcode'])
})

t.test('where a definition says so, a replacement keeps what it omits', async (t) => {
  const made = await call<Members>('POST', '/api/v1/shelves', {
    key,
    body: { name: 'A', floor: 2, keeper: 'K', note: 'N' },
  })
  const path = `/api/v1/shelves/${made.json.data.id}`
  const put = async (body: Members) => {
    const { status, json } = await call<Members>('PUT', path, { key, body })
    const { name, floor, keeper, note } = json.data ?? {}
    return [status, name, floor, keeper, note]
  }
  t.strictSame(await put({}), [200, 'A', 2, 'K', 'N'])
  t.strictSame(await put({ floor: 3 }), [200, 'A', 3, 'K', 'N'])
  t.strictSame(await put({ note: null, name: 'B' }), [200, 'B', 3, 'K', null])
  t.equal((await put({ floor: null }))[0], 400)
})

t.test('an answer may be fewer words than the record', async (t) => {
  const book = await make(least())
  const body = { book_id: String(book.json.data.id), stars: 5 }
  const made = await call('POST', '/api/v1/reviews', { key, body })
  t.equal(made.text, `{"data":{"thanks":"for the review","id":"${made.json.data.id}"}}`)
  const path = `/api/v1/reviews/${made.json.data.id}`
  const replaced = await call('PUT', path, { key, body: { ...body, stars: 4 } })
  t.equal(replaced.text, `{"data":{"changed":true,"id":"${made.json.data.id}"}}`)
  t.match((await call('GET', path, { key })).json.data, { stars: 4, text: '' })
})
