import type { App, Keys } from './app.ts'
import { path } from './operations.ts'
import { type Recorded, recorder } from './recorder.ts'

/** Everything the apps are asked before they are measured; each answer is recorded, so that they can be compared. */
export const converse = async (app: App): Promise<Recorded[]> => {
  const { records, ask, note } = recorder(app)
  const one = (id: string) => `${path}/${id}`
  const create = async (name: string, body: object, status = 201) =>
    idIn(await ask({ name, method: 'POST', path, body, status }))

  // Who may ask, and where
  for (const [name, key] of Object.entries(strangeKeys(app.keys)))
    await ask({ name: `list with ${name}`, path, key, status: 401 })
  await ask({ name: 'create with a key that may read', method: 'POST', path, key: 'readOnly', body: full, status: 403 })
  await ask({ name: 'list with a key that may read', path, key: 'readOnly', status: 200 })
  await ask({ name: 'unknown path', path: '/api/v1/nothing', status: 404 })
  await ask({ name: 'a slash too many', path: `${path}/`, status: 404 })
  await ask({ name: 'method of a list', method: 'PATCH', path, status: 405 })
  await ask({ name: 'method of a record', method: 'POST', path: one(unknownId), status: 405 })

  // Bodies that are no body
  for (const [name, sent] of Object.entries(strangeBodies))
    await ask({ name: `create from ${name}`, method: 'POST', path, ...sent })

  // Members that don't fit: all faults at once
  for (const [name, body] of Object.entries(refused)) {
    await create(`create with ${name}`, body, 400)
    await ask({ name: `replace with ${name}`, method: 'PUT', path: one(unknownId), body, status: 400 })
  }
  for (const query of refusedQueries) await ask({ name: `list ${query}`, path: `${path}?${query}`, status: 400 })

  // The life of a record
  const id = await create('create with everything', full)
  const first = await ask({ name: 'get', path: one(id), status: 200 })
  const etag = first.etag ?? ''
  const again = await ask({ name: 'get again', path: one(id), status: 200 })
  note('the ETag stays while the record does', again.etag === etag)
  const ifNew = (known: string) => ({ 'if-none-match': known })
  await ask({ name: 'get what is known', path: one(id), headers: ifNew(etag), status: 304 })
  await ask({ name: 'get when another is known', path: one(id), headers: ifNew('"other"'), status: 200 })
  const dataOf = first.json as { data: object }
  const replace = (name: string, body: object) => ask({ name, method: 'PUT', path: one(id), body, status: 200 })
  await replace('replace with what was read', dataOf.data)
  const changed = await replace('replace with a name alone', { name: 'Anna Müller' })
  note('the ETag changes with the record', changed.etag !== etag)
  await ask({ name: 'get what was replaced', path: one(id), status: 200 })
  await replace('replace with nulls', { ...full, group: null, note: null, email: null, phone: null, external_id: null })

  // Whose it is
  const foreign = await ask({ name: "get another account's", path: one(id), key: 'stranger', status: 404 })
  const unknown = await ask({ name: 'get an unknown one', path: one(unknownId), status: 404 })
  note("another account's answers as an unknown one", foreign.text === unknown.text)
  await ask({
    name: "replace another account's",
    method: 'PUT',
    path: one(id),
    key: 'stranger',
    body: full,
    status: 404,
  })
  await ask({ name: "delete another account's", method: 'DELETE', path: one(id), key: 'stranger', status: 404 })
  await ask({ name: "list another account's", path, key: 'stranger', status: 200 })
  for (const bad of ['x', `${unknownId}0`, '%E0%A4%A', 'a%00b'])
    await ask({ name: `get ${bad}`, path: one(bad), status: 404 })

  // Lists and searches
  const ids = [id]
  for (const [index, name] of names.entries())
    ids.push(await create(`create name ${index}`, { name, tags: ['a', 'b'] }))
  for (const query of ['', '?page=2&limit=3', '?page=1000', '?limit=100', '?search='])
    await ask({ name: `list ${query}`, path: path + query, status: 200 })
  for (const needle of needles)
    await ask({ name: `search ${needle}`, path: `${path}?search=${encodeURIComponent(needle)}`, status: 200 })
  await ask({ name: 'search, second page', path: `${path}?search=a&page=2&limit=2`, status: 200 })

  for (const each of ids) await ask({ name: 'delete', method: 'DELETE', path: one(each), status: 200 })
  await ask({ name: 'delete again', method: 'DELETE', path: one(id), status: 404 })
  await ask({ name: 'get what is deleted', path: one(id), status: 404 })

  // The quota, when many come at once
  const post = () => ask({ name: 'create beyond the roster', method: 'POST', path, key: 'small', body: full })
  const statuses = (await Promise.all(Array.from({ length: 30 }, post))).map((answer) => answer.status)
  note('of 30 at once, with 5 places: created', statuses.filter((status) => status === 201).length)
  note('of 30 at once, with 5 places: refused', statuses.filter((status) => status === 403).length)
  await ask({ name: 'create in a full roster', method: 'POST', path, key: 'small', body: full, status: 403 })
  return records
}

const idIn = ({ json }: { json: unknown }): string => (json as { data?: { id?: string } }).data?.id ?? ''

const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057'

const strangeKeys = ({ tested }: Keys) => ({
  'no key': '',
  'an unknown key': 'lk_0000_0000000000000000000000000000000000000000000',
  'no key of ours': 'secret',
  'the key and more': `${tested}0`,
})

const full = {
  name: 'Zoë “Zed” Ångström',
  group: '2年3組',
  note: 'Line one\nline two \\ "quoted" \u{1f600}',
  email: 'zoe@school.example',
  phone: '+49 30 1234567',
  external_id: 'S-1',
  tags: ['chess', '水泳部', 'with, comma', 'with "quote" {brace}', ''],
}

const json = { 'content-type': 'application/json' }
const strangeBodies = {
  'text that is no JSON': { body: '{"name":', status: 400 },
  nothing: { body: '', status: 400 },
  'a list': { body: '[]', status: 400 },
  null: { body: 'null', status: 400 },
  'plain text': { body: '{"name":"A"}', headers: { 'content-type': 'text/plain' }, status: 415 },
  'a form': { body: 'name=A', headers: { 'content-type': 'application/x-www-form-urlencoded' }, status: 415 },
  'JSON that says its charset': {
    body: '{"name":5}',
    headers: { 'content-type': 'Application/JSON; charset=utf-8' },
    status: 400,
  },
  'more than 1 MiB': { body: JSON.stringify({ name: 'A', note: 'x'.repeat(1024 * 1024) }), status: 413 },
  'less than 1 MiB': { body: JSON.stringify({ name: 'A', note: 'x'.repeat(1024 * 1023) }), status: 400 },
  prototypes: { body: '{"name":"A","__proto__":{"x":1},"constructor":{"prototype":{}}}', headers: json, status: 400 },
}

const refused = {
  'no name': { group: 'A' },
  'an empty name': { name: '' },
  'a name that is null': { name: null },
  'a long name': { name: '\u{1f600}'.repeat(201) },
  'a number for a name': { name: 5 },
  'all members too long': {
    name: 'A',
    group: 'x'.repeat(201),
    note: 'x'.repeat(2001),
    phone: 'x'.repeat(51),
    external_id: 'x'.repeat(201),
    tags: ['x'.repeat(51)],
  },
  'an address that is none': { name: 'A', email: 'nobody' },
  'too many tags': { name: 'A', tags: Array.from({ length: 51 }, () => 'x') },
  'tags of other kinds': { name: 'A', tags: [1, null, 'x'] },
  'tags that are null': { name: 'A', tags: null },
  'a member that nobody knows': { name: 'A', nmae: 'B', 'a/b~c': 1 },
  'a NUL': { name: 'A\0B', tags: ['ok', '\0'] },
  'a lone surrogate': { name: '\ud800', note: 'x\udfffy', phone: 'x'.repeat(51) },
}

const refusedQueries = [
  'page=0',
  'page=1001',
  'page=x',
  'page=1.5',
  'page=',
  'limit=0',
  'limit=101',
  'page=0&limit=x',
  'search=a%00',
]

const names = [
  'Anna Müller',
  'Joanna Smith',
  '佐藤 花子',
  '王伟',
  '欧阳娜娜',
  'ＡＢＣ Ｄｅｆ',
  '100% Sure_thing \\ end',
  'ﬁona ligature',
  '\u{1f600}'.repeat(200),
]

const needles = [
  'anna',
  'MÜLLER',
  'n',
  '藤',
  '佐藤',
  '花子',
  '王',
  '欧阳娜',
  'abc',
  'ａｂｃ d',
  '%',
  '_',
  '\\',
  '0%',
  'fiona',
  'a s',
  'zzz',
]
