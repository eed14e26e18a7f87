import t from 'tap'
import { libraryModule, startSystem } from '#test/system.ts'

const { call, account, revoke } = await startSystem(t, { modules: ['students', libraryModule] })
const school = await account()
const students = '/api/v1/students'
const nobody = '{"error":"A valid API key or token is needed.","code":"UNAUTHENTICATED"}'

const asked = async (authorization: string | readonly string[] | undefined) => {
  const { status, text, headers } = await call('GET', students, { headers: { Authorization: authorization } })
  return status === 401 ? [text, headers['www-authenticate']] : status
}

t.test('whatever is no credential of ours is answered with one and the same 401', async (t) => {
  const key = await school.key()
  const other = await school.key()
  const [, id = '', random = ''] = /^lk_(.{36})_(.+)$/.exec(key) ?? []
  const [, otherId = ''] = /^lk_(.{36})_(.+)$/.exec(other) ?? []
  t.match(random, /^[0-9A-Za-z]{43}$/, 'a key is its id and 32 random bytes in base62')
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    key,
    `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    `Token ${key}`,
    `Bearer${key}`,
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
    `Bearer ${key} ${key}`,
    `Bearer lk_${otherId}_${random}`,
    `Bearer lk_01900000-0000-7000-8000-000000000000_${random}`,
    `Bearer lk_${id.toUpperCase()}_${random}`,
    `Bearer lk_${id}_`,
    `Bearer lk_${id}`,
    'Bearer lk_',
    'Bearer x.y.z',
    'Bearer null',
    `Bearer ${'x'.repeat(10_000)}`,
    `Bearer "${key}"`,
  ])
    t.strictSame(await asked(authorization), [nobody, 'Bearer'], authorization?.slice(0, 60) ?? 'none at all')
})

t.test('a key is let in however its scheme is written', async (t) => {
  const key = await school.key()
  for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key}`])
    t.equal(await asked(authorization), 200)
})

t.test('a key in an address or a body is no key', async (t) => {
  const key = await school.key()
  t.equal((await call('GET', `${students}?api_key=${key}`)).status, 401)
  t.equal((await call('POST', students, { body: { api_key: key } })).status, 401)
})

t.test('a revoked key is refused from that moment on', async (t) => {
  const key = await school.key()
  for (let time = 0; time < 3; time += 1) t.equal(await asked(`Bearer ${key}`), 200)
  await revoke(key)
  t.strictSame(await asked(`Bearer ${key}`), [nobody, 'Bearer'])
})

t.test('an expired key is refused, one that has been in use too', async (t) => {
  const past = await school.key(undefined, { expiresAt: new Date(Date.now() - 1000).toISOString() })
  t.strictSame(await asked(`Bearer ${past}`), [nobody, 'Bearer'])
  const soon = Date.now() + 1_500
  const key = await school.key(undefined, { expiresAt: new Date(soon).toISOString() })
  t.equal(await asked(`Bearer ${key}`), 200)
  let answered = await asked(`Bearer ${key}`)
  while (answered === 200 && Date.now() < soon + 1_000) answered = await asked(`Bearer ${key}`)
  t.strictSame(answered, [nobody, 'Bearer'])
  t.ok(Date.now() >= soon, 'not before its time')
})

t.test('an operation asks for its scope and for no other: no scope implies another', async (t) => {
  const [reads, writes, none] = [
    await school.key(['api:student:read']),
    await school.key(['api:student:write']),
    await school.key([]),
  ]
  const lacks = async (key: string, method: string, path: string, scope: string) => {
    const { status, json } = await call(method, path, { key, ...(method === 'GET' ? {} : { body: { name: 'Ada' } }) })
    t.equal(status, 403)
    t.strictSame(json, {
      error: 'The key lacks the scope that this call needs.',
      code: 'INSUFFICIENT_SCOPE',
      details: [{ in: 'header', path: '/authorization', message: `the key lacks the scope ${scope}` }],
    })
  }
  t.equal((await call('GET', students, { key: reads })).status, 200)
  t.equal((await call('POST', students, { key: writes, body: { name: 'Ada' } })).status, 201)
  await lacks(reads, 'POST', students, 'api:student:write')
  await lacks(writes, 'GET', students, 'api:student:read')
  await lacks(none, 'GET', students, 'api:student:read')
  await lacks(reads, 'GET', '/api/v1/shelves', 'api:library:read')
})

t.test('a scope that no module declares opens nothing', async (t) => {
  const key = await school.key(['api:student', '*', 'api:*:read', 'api:student:read:all', 'API:STUDENT:READ'])
  t.equal((await call('GET', students, { key })).status, 403)
})

t.test('what is for everybody asks for no credential, and minds none', async (t) => {
  for (const headers of [{}, { Authorization: 'Bearer nonsense' }]) {
    const { status, text } = await call('GET', '/api/v1/library/hours/sunday', { headers })
    t.strictSame([status, text], [200, '{"data":{"day":"sunday","open":false}}'])
  }
})

t.test(
  'a feature that is off for the account is a 403, and its own default counts where nothing was set',
  async (t) => {
    const wish = async (features: { readonly [name: string]: boolean }) => {
      const { status, json } = await call('GET', '/api/v1/wishes', { key: await (await account({ features })).key() })
      return status === 200 ? 200 : `${status} ${json.code}`
    }
    t.equal(await wish({}), '403 FEATURE_DISABLED')
    t.equal(await wish({ wishes: false }), '403 FEATURE_DISABLED')
    t.equal(await wish({ wishes: true }), 200)
  },
)
