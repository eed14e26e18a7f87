/** Records that belong to nobody. */
import { resolve } from 'node:path'
import t from 'tap'
import type { Json } from '#definitions'
import { isoTime, unknownId, uuid7 } from '#test/caller.ts'
import { startSystem } from '#test/system.ts'

const { call, account, sql } = await startSystem(t, { modules: [resolve('test/core/act/notices/module.ts')] })
const [ours, theirs] = [await account(), await account()]
const [key, other] = [await ours.key(), await theirs.key()]
const notices = '/api/v1/notices'

type Members = { readonly [name: string]: Json }
const put = async (body: Members, credential = key) => {
  const { status, json, headers } = await call<Members>('POST', notices, { key: credential, body })
  return { status, code: json.code, data: json.data, etag: headers.etag, path: `${notices}/${json.data?.id}` }
}

const titles = async (query = '', credential = key) => {
  const { json } = await call<readonly Members[]>('GET', `${notices}?${query}`, { key: credential })
  return [json.data.map(({ title }) => title).join(), json.total]
}

t.test('what belongs to nobody is made by anybody, and read, changed and deleted by everybody', async (t) => {
  const made = await put({ title: 'Holiday' })
  t.equal(made.status, 201)
  t.match(made.data, { id: uuid7, title: 'Holiday', wall: 'north', below_id: null, status: 'up', created_at: isoTime })
  t.strictSame((await call('GET', made.path, { key: other })).json.data, made.data)
  const headers = { 'If-Match': String(made.etag) }
  const changed = await call('PUT', made.path, { key: other, body: { title: 'Holidays', wall: 'south' }, headers })
  t.match([changed.status, changed.json.data], [200, { title: 'Holidays', wall: 'south' }])
  t.equal((await call('PUT', made.path, { key, body: { title: 'x' }, headers })).status, 412)
  t.match((await call('POST', `${made.path}/take`, { key: other })).json.data, { status: 'down' })
  t.equal((await call('POST', `${made.path}/take`, { key })).json.code, 'INVALID_TRANSITION')
  t.equal((await call('DELETE', made.path, { key: other })).status, 200)
  t.equal((await call('DELETE', made.path, { key })).status, 404)
  t.equal((await call('GET', `${notices}/${unknownId}`, { key })).status, 404)
})

t.test('lists, filters and searches find them all, whoever asks', async (t) => {
  await put({ title: 'Émile' })
  await put({ title: 'Bookshop', wall: 'south' }, other)
  await put({ title: 'Workshop' })
  for (const credential of [key, other]) {
    t.strictSame(await titles('', credential), ['Workshop,Bookshop,Émile', 3])
    t.strictSame(await titles('limit=1&page=2', credential), ['Bookshop', 3])
    t.strictSame(await titles('search=SHOP', credential), ['Workshop,Bookshop', 2])
    t.strictSame(await titles('search=%C3%A9', credential), ['Émile', 1])
    t.strictSame(await titles('search=shop&wall=south', credential), ['Bookshop', 1])
    t.strictSame(await titles('status=down', credential), ['', 0])
  }
})

t.test('what is unique is so among all', async (t) => {
  t.equal((await put({ title: 'Once' })).status, 201)
  t.strictSame((await put({ title: 'Once' }, other)).code, 'ALREADY_EXISTS')
})

t.test('they refer to one another, and hold on', async (t) => {
  const above = await put({ title: 'Above' })
  const below = await put({ title: 'Below', below_id: above.data.id ?? null }, other)
  t.equal(below.status, 201)
  t.equal((await call('DELETE', above.path, { key })).json.code, 'IN_USE')
  t.equal((await put({ title: 'Nowhere', below_id: unknownId })).code, 'NOT_FOUND')
})

t.test('an event tells which account caused it', async (t) => {
  const made = await put({ title: 'Told' }, other)
  const rows = await sql<{ account_id: string }>("select account_id from lectern.events where payload->>'id' = $1", [
    made.data.id,
  ])
  t.strictSame(
    rows.map(({ account_id }) => account_id),
    [theirs.id],
  )
})

t.test('without times of its own a record is still walked in order', async (t) => {
  const ids: string[] = []
  for (const text of ['a', 'b', 'c']) {
    const { json } = await call('POST', '/api/v1/leaflets', { key, body: { text } })
    t.strictSame(Object.keys(json.data), ['id', 'text'])
    ids.push(String(json.data.id))
  }
  const page = async (query: string) => {
    const { json } = await call<readonly Members[]>('GET', `/api/v1/leaflets?${query}`, { key: other })
    return { letters: json.data.map(({ text }) => text).join(''), next: json.next_cursor }
  }
  const first = await page('limit=2')
  t.equal(first.letters, 'cb')
  t.strictSame(await page(`limit=2&cursor=${first.next}`), { letters: 'a', next: null })
  const kept = await call('PUT', `/api/v1/leaflets/${ids[0]}`, { key: other, body: {} })
  t.strictSame([kept.status, kept.json.data.text], [200, 'a'])
  t.equal((await call('DELETE', `/api/v1/leaflets/${ids[0]}`, { key: other })).status, 200)
  t.equal((await page('')).letters, 'cb')
})
