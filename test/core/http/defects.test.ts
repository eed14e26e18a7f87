import { connect } from 'node:net'
import { resolve } from 'node:path'
import t from 'tap'
import { startSystem } from '#test/system.ts'
import { inTheLog } from './workshop.ts'

const system = await startSystem(t, { modules: ['students', resolve('test/core/http/workshop.ts')] })
const { call, account, logged, sql } = system
const key = await (await account()).key()
const smash = '/api/v1/workshop/smash'

t.test('a defect is a bare 500; its cause stands in the log under the id that the client was given', async (t) => {
  const { status, text, headers } = await call('POST', smash, { key, headers: { 'X-Request-Id': 'hammer-1' } })
  t.equal(status, 500)
  t.equal(text, '{"error":"Something went wrong on our side.","code":"INTERNAL"}')
  t.equal(headers['x-request-id'], 'hammer-1')
  t.equal(headers['content-type'], 'application/json; charset=utf-8')
  const lines = logged.filter((line) => line.includes('hammer-1'))
  t.equal(lines.length, 1)
  t.match(JSON.parse(lines[0] ?? ''), { requestId: 'hammer-1', operation: 'tool.smash', msg: 'a defect' })
  t.ok(JSON.parse(lines[0] ?? '').cause.includes(inTheLog))
})

t.test('what a defect had begun is undone', async (t) => {
  await call('POST', smash, { key })
  t.strictSame(await sql('select id from lectern.tools'), [])
})

t.test('every answer carries an id, its own where the client has none', async (t) => {
  const seen = new Set<string>()
  for (const [method, path, options] of [
    ['GET', '/api/v1/students', { key }],
    ['GET', '/api/v1/students', {}],
    ['GET', '/api/v1/nothing', {}],
    ['DELETE', '/api/v1/students', {}],
    ['OPTIONS', '/api/v1/students', {}],
    ['POST', '/api/v1/students', { key, raw: '{' }],
    ['GET', '/healthz', {}],
    ['GET', '/metrics', {}],
  ] as const) {
    const { headers } = await call(method, path, options)
    t.match(headers['x-request-id'], /^[0-9a-f-]{36}$/)
    seen.add(String(headers['x-request-id']))
  }
  t.equal(seen.size, 8)
})

t.test('an id that the client gives is kept where it is plain, and replaced where it is not', async (t) => {
  const answered = async (id: string | readonly string[]) =>
    (await call('GET', '/healthz', { headers: { 'X-Request-Id': id } })).headers['x-request-id']
  for (const id of ['a', 'A.b_c-9', 'x'.repeat(128)]) t.equal(await answered(id), id)
  for (const id of ['', 'x'.repeat(129), 'a b', 'a;b', 'a"b', 'é', '{"a":1}', ['a', 'b']]) {
    t.match(await answered(id), /^[0-9a-f]{8}-[0-9a-f-]{27}$/, String(id))
  }
})

t.test('a request that no operation asked for is answered nothing internal', async (t) => {
  for (const raw of [
    'GARBAGE\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'POST /api/v1/students HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    'POST /api/v1/students HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
  ]) {
    const { hostname, port } = new URL(system.url)
    const answer = await new Promise<string>((done, failed) => {
      const socket = connect(Number(port), hostname, () => socket.write(raw))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => done(text))
      socket.on('error', failed)
    })
    t.match(answer, /^HTTP\/1\.1 4\d\d /, raw.slice(0, 40))
    t.match(answer, /\r\nX-Request-Id: /i)
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
    t.equal(typeof JSON.parse(body).error, 'string')
  }
  t.equal((await call('GET', '/healthz')).status, 200)
})
