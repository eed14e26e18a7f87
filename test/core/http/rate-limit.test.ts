import t from 'tap'
import { startSystem } from '#test/system.ts'

const students = '/api/v1/students'

t.test('a key may ask as often as the setting says, then it is told when to come again', async (t) => {
  const { call, account } = await startSystem(t, { settings: { http: { rateLimit: 5 } } })
  const school = await account()
  const key = await school.key()
  for (const left of [4, 3, 2, 1, 0]) {
    const { status, headers } = await call('GET', students, { key })
    t.equal(status, 200)
    t.equal(headers['ratelimit-limit'], '5')
    t.equal(headers['ratelimit-remaining'], String(left))
    t.equal(headers['ratelimit-policy'], '"key";q=5;w=60')
    t.match(headers.ratelimit, new RegExp(`^"key";r=${left};t=\\d+$`))
    const reset = Number(headers['ratelimit-reset'])
    t.ok(reset >= 1 && reset <= 60)
    t.equal(headers['retry-after'], undefined)
  }
  const { status, json, headers } = await call('GET', students, { key })
  t.equal(status, 429)
  t.strictSame(json, { error: 'Too many requests; try again later.', code: 'RATE_LIMITED' })
  t.equal(headers['retry-after'], headers['ratelimit-reset'])
  t.match(headers['retry-after'], /^([1-9]|[1-5]\d|60)$/)
  t.equal(headers['ratelimit-remaining'], '0')

  t.test('before its body, its path or its size are looked at', async (t) => {
    const asked = [
      call('POST', students, { key, raw: 'x'.repeat(1_100_000) }),
      call('POST', students, { key, raw: 'x', headers: { 'Content-Type': 'text/plain' } }),
      call('POST', students, { key, body: {} }),
      call('GET', `${students}/x`, { key }),
      call('DELETE', `${students}/x`, { key }),
    ]
    t.strictSame(
      (await Promise.all(asked)).map((answer) => answer.status),
      Array(5).fill(429),
    )
  })

  t.test('a token counts with its key, another key by itself', async (t) => {
    const other = await school.key()
    const made = await call('POST', '/api/v1/auth/token', { key: other })
    t.equal(made.headers['ratelimit-remaining'], '4')
    const withToken = await call('GET', students, { key: String(made.json.data.token) })
    t.equal(withToken.headers['ratelimit-remaining'], '3')
    t.equal((await call('GET', students, { key: other })).headers['ratelimit-remaining'], '2')
  })

  t.test('what comes before it is not counted', async (t) => {
    const weak = await school.key(['api:student:read'])
    for (let time = 0; time < 7; time += 1) t.equal((await call('POST', students, { key: weak, body: {} })).status, 403)
    t.equal((await call('GET', students, { key: weak })).headers['ratelimit-remaining'], '4')
    for (let time = 0; time < 7; time += 1) t.equal((await call('GET', students)).status, 401)
    for (let time = 0; time < 7; time += 1) t.equal((await call('GET', '/healthz')).status, 200)
  })

  t.test('a request that was refused for it is not kept under its Idempotency-Key', async (t) => {
    const refused = await call('POST', students, { key, body: { name: 'Ada' }, headers: { 'Idempotency-Key': 'one' } })
    t.equal(refused.status, 429)
    const other = await school.key()
    const made = await call('POST', students, {
      key: other,
      body: { name: 'Ada' },
      headers: { 'Idempotency-Key': 'one' },
    })
    t.equal(made.status, 201)
  })
})

t.test('6000 requests a minute are allowed unless the school says otherwise', async (t) => {
  const { call, account } = await startSystem(t)
  const { headers } = await call('GET', students, { key: await (await account()).key() })
  t.equal(headers['ratelimit-limit'], '6000')
  t.equal(headers['ratelimit-remaining'], '5999')
})

t.test('a school may allow any number', async (t) => {
  const { call, account } = await startSystem(t, { settings: { http: { rateLimit: null } } })
  const { status, headers } = await call('GET', students, { key: await (await account()).key() })
  t.equal(status, 200)
  t.strictSame(
    Object.keys(headers).filter((name) => name.startsWith('ratelimit')),
    [],
  )
})
