import t from 'tap'
import { startSystem } from '#test/system.ts'

const students = '/api/v1/students'
const school = 'https://school.example'

const corsHeaders = (headers: { readonly [name: string]: unknown }) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'))

t.test('no browser may call from elsewhere unless the school names where', async (t) => {
  const { call, account } = await startSystem(t)
  const key = await (await account()).key()
  const asked = await call('GET', students, { key, headers: { Origin: school } })
  t.equal(asked.status, 200)
  t.strictSame(corsHeaders(asked.headers), [])
  const preflight = { Origin: school, 'Access-Control-Request-Method': 'POST' }
  const { status, headers } = await call('OPTIONS', students, { headers: preflight })
  t.equal(status, 204)
  t.strictSame(corsHeaders(headers), [])
})

t.test('a named origin may call, and reads what a program needs', async (t) => {
  const { call, account } = await startSystem(t, { settings: { http: { cors: [school, 'http://localhost:5173'] } } })
  const key = await (await account()).key()
  for (const origin of [school, 'http://localhost:5173']) {
    const { status, headers } = await call('GET', students, { key, headers: { Origin: origin } })
    t.equal(status, 200)
    t.equal(headers['access-control-allow-origin'], origin)
    t.match(headers.vary, /origin/i)
    const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(',')
    for (const name of ['etag', 'x-request-id', 'retry-after', 'idempotency-replayed'])
      t.ok(exposed.includes(name), name)
    t.equal(headers['access-control-allow-credentials'], undefined, 'cookies are never sent along')
  }

  t.test('before it calls, its browser is told what it may send', async (t) => {
    const asks = {
      Origin: school,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization',
    }
    const { status, headers, text } = await call('OPTIONS', `${students}/x`, { headers: asks })
    t.equal(status, 204)
    t.equal(text, '')
    t.equal(headers['access-control-allow-origin'], school)
    const methods = String(headers['access-control-allow-methods']).split(',')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) t.ok(methods.includes(method), method)
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(',')
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'])
      t.ok(allowed.includes(name), name)
    t.ok(Number(headers['access-control-max-age']) > 0)
  })

  t.test('it reads errors, too', async (t) => {
    for (const path of [students, '/api/v1/nothing']) {
      const { status, headers } = await call('GET', path, { headers: { Origin: school } })
      t.ok(status >= 400)
      t.equal(headers['access-control-allow-origin'], school)
    }
  })

  t.test('another origin may not, however near its name', async (t) => {
    for (const origin of [
      'https://evil.example',
      'http://school.example',
      'https://school.example:8443',
      'null',
      `${school}.evil.example`,
      '',
    ]) {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await call(method, students, {
          key,
          headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
        })
        t.strictSame(corsHeaders(headers), [], `${method} from ${origin}`)
      }
    }
  })
})
