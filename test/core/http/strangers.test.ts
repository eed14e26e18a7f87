import { connect } from 'node:net'
import { test } from 'tap'
import { startSystem } from '#test/system.ts'

const path = '/api/v1/auth/token'

test('a token made under an Idempotency-Key is not told to another key of the account', async (t) => {
  const { account, call } = await startSystem(t)
  const { key } = await account()
  const [full, narrow] = [await key(), await key(['api:student:read'])]
  const headers = { 'Idempotency-Key': 'one' }
  const made = await call('POST', path, { key: full, headers })
  t.equal(made.status, 201)
  t.equal((await call('POST', path, { key: full, headers })).text, made.text)
  const asked = await call('POST', path, { key: narrow, headers })
  t.equal(asked.status, 422)
  t.equal(asked.json.code, 'IDEMPOTENCY_KEY_REUSED')
})

test('an operation that asks for no body takes none or {}, and refuses anything else', async (t) => {
  const { account, call } = await startSystem(t)
  const key = await (await account()).key()
  t.equal((await call('POST', path, { key })).status, 201)
  t.equal((await call('POST', path, { key, body: {} })).status, 201)
  const typo = await call('POST', path, { key, body: { ttl: '9h' } })
  t.equal(typo.status, 400)
  t.same(typo.json.details, [{ in: 'body', path: '/ttl', message: 'is not a known member' }])
  t.equal((await call('POST', path, { key, raw: '{{{' })).json.code, 'MALFORMED_JSON')
  const form = await call('POST', path, { key, raw: 'a=b', headers: { 'Content-Type': 'text/plain' } })
  t.equal(form.json.code, 'UNSUPPORTED_MEDIA_TYPE')
})

test('a token says that it ends when its key does', async (t) => {
  const { account, call } = await startSystem(t)
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const key = await (await account()).key(undefined, { expiresAt })
  const { json } = await call<{ expires_at: string }>('POST', path, { key })
  t.ok(json.data.expires_at <= expiresAt, `${json.data.expires_at} is not after ${expiresAt}`)
})

const ask = (url: string, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(request))
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
  })

test('whatever comes over the wire is answered in the envelope, with an X-Request-Id', async (t) => {
  const { url, logged } = await startSystem(t)
  for (const [request, status] of [
    ['GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['GET /api/v1/students HTTP/1.1\r\nConnection: close\r\n\r\n', 401],
    ['GET /api/v1/students HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n', 401],
    ['FOO /api/v1/students HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['GET / HTTP/9\r\n\r\n', 400],
  ] as const) {
    const answer = await ask(url, request)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    t.match(head, new RegExp(`^HTTP/1.1 ${status} `), request)
    t.match(head, /^X-Request-Id: \S+/im, request)
    t.type(JSON.parse(body).error, 'string')
  }
  t.same(logged, [])
})
