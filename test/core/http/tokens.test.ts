import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import { SignJWT } from 'jose'
import t from 'tap'
import { keyIdOf } from '#core/identity/api-key.ts'
import { isoTime, unknownId } from '#test/caller.ts'
import { libraryModule, secret, startSystem } from '#test/system.ts'

const { call, account, revoke } = await startSystem(t, { modules: ['students', libraryModule] })
const school = await account({ name: 'Hilltop' })
const key = await school.key()
const students = '/api/v1/students'
const path = '/api/v1/auth/token'

const tokenOf = async (credential: string): Promise<string> =>
  String((await call('POST', path, { key: credential })).json.data.token)

const status = async (credential: string) => (await call('GET', students, { key: credential })).status

t.test('a key makes a token that lives an hour and opens what the key does', async (t) => {
  const { status, json, headers } = await call('POST', path, { key })
  t.equal(status, 201)
  t.strictSame(Object.keys(json.data), ['token', 'expires_at'])
  t.match(json.data, { token: /^[\w-]+\.[\w-]+\.[\w-]+$/, expires_at: isoTime })
  const life = Date.parse(String(json.data.expires_at)) - Date.now()
  t.ok(life > 3_590_000 && life <= 3_600_000)
  t.equal(headers.etag, undefined)
  const token = String(json.data.token)
  t.equal((await call('POST', students, { key: token, body: { name: 'Ada' } })).status, 201)
  t.match((await call('GET', students, { key: token })).json, { total: 1 })
})

t.test('a token tells nothing but which key it stands for, and until when', async (t) => {
  const [head = '', claims = ''] = (await tokenOf(key)).split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  t.strictSame(read(head), { alg: 'HS256', typ: 'JWT' })
  t.strictSame(Object.keys(read(claims)).sort(), ['aud', 'exp', 'iat', 'iss', 'sub'])
  t.equal(read(claims).sub, keyIdOf(key))
})

t.test('it has the scopes of its key and no more', async (t) => {
  const reads = await tokenOf(await school.key(['api:student:read']))
  t.equal(await status(reads), 200)
  t.equal((await call('POST', students, { key: reads, body: { name: 'Ada' } })).status, 403)
})

t.test('a token can not make another token', async (t) => {
  const { status, json, headers } = await call('POST', path, { key: await tokenOf(key) })
  t.equal(status, 401)
  t.equal(json.code, 'UNAUTHENTICATED')
  t.equal(headers['www-authenticate'], 'Bearer')
})

t.test('where a token is asked for, an API key is a 401', async (t) => {
  t.equal((await call('GET', '/api/v1/library/reader', { key })).status, 401)
  const { status, json } = await call('GET', '/api/v1/library/reader', {
    key: await tokenOf(await school.key(['api:student:read'])),
  })
  t.equal(status, 200)
  t.strictSame(json.data, { account: 'Hilltop', scopes: ['api:student:read'] })
})

t.test('it dies with its key', async (t) => {
  const mortal = await school.key()
  const token = await tokenOf(mortal)
  t.equal(await status(token), 200)
  await revoke(mortal)
  t.equal(await status(token), 401)
})

t.test('it ends with a key that expires before it', async (t) => {
  const soon = Date.now() + 1_500
  const token = await tokenOf(await school.key(undefined, { expiresAt: new Date(soon).toISOString() }))
  t.equal(await status(token), 200)
  while ((await status(token)) === 200 && Date.now() < soon + 1_000);
  t.equal(await status(token), 401)
})

t.test('only what is signed as ours, for us, and still lives is believed', async (t) => {
  const signingKey = (from: string) => createSecretKey(Buffer.from(hkdfSync('sha256', from, '', 'lectern token', 32)))
  const inOneHour = Math.floor(Date.now() / 1000) + 3600
  const claims = { iss: 'lectern', aud: 'lectern-api', sub: keyIdOf(key) ?? '', iat: inOneHour - 3600, exp: inOneHour }
  const sign = (changed: object, { from = secret, alg = 'HS256' } = {}) =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg, typ: 'JWT' }).sign(signingKey(from))
  t.equal(await status(await sign({})), 200, 'the very same, unchanged, is')

  t.equal(await status(await sign({}, { from: 'another secret altogether' })), 401, 'another secret')
  t.equal(await status(await sign({}, { alg: 'HS512' })), 401, 'another algorithm')
  t.equal(await status(await sign({}, { alg: 'HS384' })), 401)
  t.equal(await status(await sign({ aud: 'lectern-webhooks' })), 401, 'another audience')
  t.equal(await status(await sign({ aud: undefined })), 401)
  t.equal(await status(await sign({ iss: 'someone' })), 401, 'another issuer')
  t.equal(await status(await sign({ exp: inOneHour - 3601 })), 401, 'expired')
  t.equal(await status(await sign({ exp: undefined })), 401, 'without an end')
  t.equal(await status(await sign({ nbf: inOneHour })), 401, 'not yet valid')
  t.equal(await status(await sign({ sub: undefined })), 401, 'without a key')
  t.equal(await status(await sign({ sub: unknownId })), 401, 'an unknown key')
  t.equal(await status(await sign({ sub: "' or true --" })), 401, 'a key that is none')

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const bare = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
  t.equal(await status(bare), 401, 'alg none')
  t.equal(await status(`${encode({ alg: 'None' })}.${encode(claims)}.x`), 401)
  const raw = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  const plain = createHmac('sha256', secret).update(raw).digest('base64url')
  t.equal(await status(`${raw}.${plain}`), 401, 'signed with the secret itself')
  const [head, body, signature] = (await tokenOf(key)).split('.')
  t.equal(await status(`${head}.${encode({ ...claims, sub: unknownId })}.${signature}`), 401, 'other claims')
  t.equal(await status(`${head}.${body}`), 401)
  t.equal(await status(`${head}.${body}.${signature}.${signature}`), 401)
})

t.test('a school may say how long tokens live', async (t) => {
  const other = await startSystem(t, { settings: { http: { tokenLife: '5m' } } })
  const { json } = await other.call('POST', path, { key: await (await other.account()).key() })
  const life = Date.parse(String(json.data.expires_at)) - Date.now()
  t.ok(life > 290_000 && life <= 300_000)
})

t.test('a token that was let in before is refused at its end', async (t) => {
  const other = await startSystem(t, { settings: { http: { tokenLife: '1s' } } })
  const { json } = await other.call('POST', path, { key: await (await other.account()).key() })
  const token = String(json.data.token)
  const end = Date.parse(String(json.data.expires_at))
  const ask = async () => (await other.call('GET', students, { key: token })).status
  while ((await ask()) === 200 && Date.now() < end + 1_000);
  t.equal(await ask(), 401)
})
