import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import type { CallOptions } from '#test/caller.ts'
import { libraryModule, startSystem } from '#test/system.ts'

const modules = ['students', libraryModule, resolve('test/core/http/workshop.ts')]
const { call, account } = await startSystem(t, { modules })
const school = await account()
const key = await school.key()
const students = '/api/v1/students'
const keep = '/api/v1/workshop/keep'
const mebibyte = 1_048_576

const post = (options: CallOptions, path = students) => call('POST', path, { key, ...options })
const outcome = async (options: CallOptions, path = students): Promise<string> => {
  const { status, json } = await post(options, path)
  return status < 300 ? String(status) : `${status} ${json.code ?? json.error}`
}

t.test('an unknown member is refused by name, and nothing is changed: a typo must not clear data', async (t) => {
  const made = await post({ body: { name: 'Ada', group: 'A' } })
  const path = `${students}/${made.json.data.id}`
  const { status, json } = await call('PUT', path, { key, body: { name: 'Ada', gruop: 'B' } })
  t.equal(status, 400)
  const message = "is not a known member; did you mean 'group'?"
  t.strictSame(json.details, [{ in: 'body', path: '/gruop', message }])
  t.match((await call('GET', path, { key })).json.data, { group: 'A' })
})

t.test('what was read may be written back: members that only the system writes are ignored in a PUT', async (t) => {
  const made = await post({ body: { name: 'Ada', tags: ['x'] } })
  const path = `${students}/${made.json.data.id}`
  const { json } = await call('GET', path, { key })
  const changed = { ...json.data, group: 'B', id: '0', created_at: 'never', updated_at: null }
  const { status } = await call('PUT', path, { key, body: changed })
  t.equal(status, 200)
  const after = (await call('GET', path, { key })).json.data
  t.match(after, { id: json.data.id ?? '', created_at: json.data.created_at ?? '', group: 'B', tags: ['x'] })
})

t.test('members that only the system writes are unknown to a POST', async (t) => {
  const { status, json } = await post({ body: { name: 'Ada', id: 'x', created_at: 'y' } })
  t.equal(status, 400)
  t.strictSame(json.details?.map(({ path }) => path).sort(), ['/created_at', '/id'])
})

t.test('a state is no member that a client writes', async (t) => {
  const { status, json } = await post({ body: { title: 'A', standing: 'ordered' } }, '/api/v1/wishes')
  t.equal(status, 403, `${json.error}`)
  const wishing = await (await account({ features: { wishes: true } })).key()
  const wished = await post({ key: wishing, body: { title: 'A', standing: 'ordered' } }, '/api/v1/wishes')
  t.equal(wished.status, 400)
  t.strictSame(
    wished.json.details?.map(({ path }) => path),
    ['/standing'],
  )
})

t.test('a body of 1 MiB is read, one byte more is a 413, however it is sent', async (t) => {
  const sized = (bytes: number) => {
    const [start, end] = ['{"text":"', '"}']
    return `${start}${'a'.repeat(bytes - start.length - end.length)}${end}`
  }
  for (const chunked of [false, true]) {
    t.equal(await outcome({ raw: sized(mebibyte), chunked }, keep), '200')
    t.equal(await outcome({ raw: sized(mebibyte + 1), chunked }, keep), '413 PAYLOAD_TOO_LARGE')
    t.equal(await outcome({ raw: sized(3 * mebibyte), chunked }, keep), '413 PAYLOAD_TOO_LARGE')
  }
})

t.test('a body that is compressed, or in another encoding, is a 415', async (t) => {
  const raw = gzipSync('{"name":"Ada"}')
  for (const encoding of ['gzip', 'deflate', 'br', 'nonsense', 'gzip, identity']) {
    t.equal(await outcome({ raw, headers: { 'Content-Encoding': encoding } }), '415 UNSUPPORTED_MEDIA_TYPE', encoding)
  }
  t.equal(await outcome({ raw: '{"name":"Ada"}', headers: { 'Content-Encoding': 'identity' } }), '201')
})

t.test('JSON is read under its media type alone, in any spelling of it', async (t) => {
  const as = (type: string | undefined) => outcome({ raw: '{"name":"Ada"}', headers: { 'Content-Type': type } })
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; charset=utf8',
    'application/json; profile=x',
  ])
    t.equal(await as(type), '201', type)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/merge-patch+json',
    'application/jsonx',
    'application/json; charset=iso-8859-1',
    'json',
    '',
    undefined,
  ])
    t.equal(await as(type), '415 UNSUPPORTED_MEDIA_TYPE', `${type}`)
})

t.test('no body at all, and an empty one, are malformed', async (t) => {
  t.equal(await outcome({}), '400 MALFORMED_JSON')
  t.equal(await outcome({ raw: '' }), '400 MALFORMED_JSON')
  t.equal(await outcome({ raw: '', chunked: true }), '400 MALFORMED_JSON')
})

t.test('what is not JSON is malformed', async (t) => {
  for (const raw of [
    '{',
    '{"name":"Ada"',
    '{"name":"Ada"}}',
    "{'name':'Ada'}",
    '{"name":NaN}',
    '{"name":"a\nb"}',
    'name=Ada',
    '\u{feff}{"name":"Ada"}',
    ' ',
    '{"name":"Ada",}',
    '{"name":"\\x"}',
    '01',
    '"\\ud8"',
  ])
    t.equal(await outcome({ raw }), '400 MALFORMED_JSON', raw)
})

t.test('bytes that are not UTF-8 are malformed', async (t) => {
  for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0x80]]) {
    const raw = Buffer.concat([Buffer.from('{"name":"a'), Buffer.from(bytes), Buffer.from('"}')])
    const { status, json } = await post({ raw })
    t.equal(`${status} ${json.code}`, '400 MALFORMED_JSON')
    t.equal(json.error, 'The body is not valid UTF-8.')
  }
})

t.test('a NUL character and half a surrogate pair are refused wherever they stand, and stored nowhere', async (t) => {
  const places: readonly [string, string][] = [
    ['{"name":"a\\u0000b"}', '/name'],
    ['{"name":"\\ud800"}', '/name'],
    ['{"name":"\\udc00\\ud800"}', '/name'],
    ['{"name":"Ada","tags":["ok","\\u0000"]}', '/tags/1'],
    ['{"name":"Ada","group":"x\\uDFFF"}', '/group'],
  ]
  for (const [raw, path] of places) {
    const { status, json } = await post({ raw })
    t.equal(status, 400, raw)
    t.equal(json.error, 'Invalid input')
    t.same(
      json.details?.map((detail) => detail.path),
      [path],
    )
  }
  const deep = await post({ raw: '{"a":{"b\\u0000":[{"c":"\\ud83d"}]}}' }, keep)
  t.equal(deep.status, 400, 'in names of members and far within, too')
  t.equal(deep.json.details?.length, 2)
  t.equal(await outcome({ raw: '{"name":"\\ud83d\\ude00 \\u0001"}' }), '201', 'a whole pair is a character')
})

t.test('__proto__ and its friends are data, not a way in', async (t) => {
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
    const { status, json } = await post({ raw: `{"name":"Ada","${name}":{"admin":true}}` })
    t.equal(status, 400, name)
    t.strictSame(
      json.details?.map(({ path }) => path),
      [`/${name}`],
    )
  }
  const raw = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'
  const kept = await post({ raw }, keep)
  t.equal(kept.text, `{"data":${raw}}`, 'where anything is kept, they are kept')
  t.notOk('admin' in {}, 'and nobody became an administrator')
  const book = { barcode: 'PR123456', title: 'T', authors: [{ name: 'A' }] }
  const stored = await post(
    { raw: `{${JSON.stringify(book).slice(1, -1)},"extra":{"__proto__":{"a":1},"constructor":2}}` },
    '/api/v1/books',
  )
  t.equal(stored.status, 201)
  t.match(stored.text, '"extra":{"__proto__": {"a": 1}, "constructor": 2}')
})

t.test('a member that is given twice counts as it was given last', async (t) => {
  const { json } = await post({ raw: '{"name":"Ada","name":"Bob"}' })
  t.match((await call('GET', `${students}/${json.data.id}`, { key })).json.data, { name: 'Bob' })
})

t.test('a body that is nested without end is refused, never a defect', async (t) => {
  for (const depth of [200, 1_000, 10_000, 400_000]) {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const raw = `{"a":${open.repeat(depth).slice(0, 900_000)}`
      const opened = Math.min(depth, Math.floor(900_000 / open.length))
      const whole = `${raw.slice(0, 5 + opened * open.length)}1${close.repeat(opened)}}`
      if (whole.length > mebibyte) continue
      t.match(await outcome({ raw: whole }, keep), /^400 /, `${depth} of ${open}`)
    }
  }
  t.equal(await outcome({ raw: `{"a":${'['.repeat(50)}${']'.repeat(50)}}` }, keep), '200', 'what people nest is kept')
})

t.test('numbers beyond what can be held are refused, others come back as they are', async (t) => {
  const stars = async (text: string) => {
    const { status, json } = await post({ raw: `{"name":"${Math.random()}","floor":${text}}` }, '/api/v1/shelves')
    return status === 201 ? json.data.floor : json.details?.map(({ message }) => message).join()
  }
  t.equal(await stars('1e999'), 'must be an integer')
  t.equal(await stars('-1e999'), 'must be an integer')
  t.equal(await stars('3.0'), 3)
  t.equal(await stars('1e1'), 10)
  t.equal(await stars('1.5'), 'must be an integer')
  t.equal(await stars('99999999999999999999999'), 'must be <= 10')
  t.equal(await stars('"3"'), 'must be an integer')
  t.equal(await stars('-0'), 0)
})

t.test('a connection that is cut in the middle of a body harms nobody', async (t) => {
  const { connect } = await import('node:net')
  const { url } = { url: new URL((await startSystem(t, { modules })).url) }
  const socket = connect(Number(url.port), url.hostname)
  await new Promise<void>((resolve) => {
    const head = `POST ${students} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`
    socket.write(`${head}Content-Length: 100\r\n\r\n{"name"`, () => resolve())
  })
  socket.destroy()
  t.equal((await call('GET', '/healthz')).status, 200)
})

t.test('a body that is wrong all over is answered at a length that can be read', async (t) => {
  for (const raw of [
    `{"name":"x","tags":[${'1,'.repeat(400_000)}1]}`,
    `{"name":"x","tags":[${'"\\u0000",'.repeat(100_000)}"a"]}`,
  ]) {
    const { status, json, text } = await post({ raw })
    t.equal(status, 400)
    t.equal(json.error, 'Invalid input')
    t.ok((json.details?.length ?? 0) >= 1000)
    t.ok(text.length < 300_000, `${text.length} characters`)
  }
})
