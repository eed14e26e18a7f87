import { once } from 'node:events'
import pg from 'pg'
import { test } from 'tap'
import { hashOfKey } from '#core/identity/api-key.ts'
import { channels, listenersLock } from '#core/identity/revocation.ts'
import { makeTokens } from '#core/identity/token.ts'
import { commandPlace } from '../command-database.ts'

interface Account {
  readonly id: string
}

interface Key {
  readonly id: string
  readonly key: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const unknownId = '0199c0de-0000-7000-8000-000000000000'

const features = {
  name: 'features',
  doc: 'Features.',
  features: {
    question_bank: { doc: 'A bank.', default: true },
    mail: { doc: 'Mail.', default: false },
  },
  scopes: { 'api:mail:send': 'Send mail.' },
  definitions: [],
}

test('account create, list and update answer what the contract says', async (t) => {
  const place = await commandPlace(t)
  await place.write({
    'features.json': features,
    'lectern.config.json': { modules: ['students', './features.json'], plans: { small: {} }, defaultPlan: 'small' },
  })
  t.same(await place.answer(['account', 'list']), [])
  const made = await place.answer<Account>(['account', 'create', '--name', 'Süd 学校', '--email', 'a@b.example'])
  t.match(made, { id: uuid })
  const expected = { id: made.id, name: 'Süd 学校', email: 'a@b.example', plan: 'small' }
  t.strictSame(made, { ...expected, features: { question_bank: true, mail: false } })

  const other = await place.answer<Account>([
    ...['--json', 'account', 'create', '--name=Other', '--email=c@d.example', '--plan', 'default'],
    ...['--feature', 'question_bank=false', '--feature', 'mail=true'],
  ])
  t.match(other, { name: 'Other', plan: 'default', features: { question_bank: false, mail: true } })

  const changed = await place.answer<Account>([
    ...['account', 'update', made.id.toUpperCase(), '--email', 'new@b.example', '--feature', 'question_bank=false'],
  ])
  t.strictSame(changed, { ...expected, email: 'new@b.example', features: { question_bank: false, mail: false } })

  const listed = await place.answer<readonly (Account & { readonly created_at: string })[]>(['account', 'list'])
  t.strictSame(
    listed.map(({ created_at, ...account }) => account),
    [other, changed],
    'newest first',
  )
  t.match(listed[0]?.created_at, time)
  const { stdout } = await place.run(['account', 'list'])
  const [head, first] = stdout.split('\n')
  t.match(head, /^ID +NAME +EMAIL +PLAN +FEATURES$/)
  t.match(first, /Other +c@d\.example +default +question_bank=false, mail=true$/)
})

test('key create, list and revoke answer what the contract says', async (t) => {
  const place = await commandPlace(t)
  const { id: account } = await place.answer<Account>(['account', 'create', '--name', 'N', '--email', 'a@b.example'])
  const all = await place.answer<Key>(['key', 'create', '--account', account, '--scopes', 'all'])
  t.match(all.id, uuid)
  t.match(all.key, new RegExp(`^lk_${all.id}_[0-9A-Za-z]{43}$`))
  const every = ['api:student:read', 'api:student:write']
  t.strictSame(all, { id: all.id, key: all.key, scopes: every, expires_at: null })
  t.same(await place.sql('select hash from lectern.api_keys'), [{ hash: hashOfKey(all.key) }])

  const ending = await place.answer<Key>([
    ...['key', 'create', '--account', account, '--scopes', 'api:student:read,api:student:read'],
    ...['--name', 'reports', '--expires', '2999-01-31T12:00:00+02:00'],
  ])
  t.match(ending, { scopes: ['api:student:read'], expires_at: '2999-01-31T10:00:00.000Z' })

  t.strictSame(await place.answer(['key', 'revoke', all.id]), { id: all.id, revoked: true })
  t.strictSame(await place.answer(['key', 'revoke', all.id]), { id: all.id, revoked: true }, 'again is no fault')
  const listed = await place.answer<readonly Key[]>(['key', 'list', '--account', account])
  t.match(listed, [
    { id: ending.id, account_id: account, name: 'reports', revoked_at: null, expires_at: '2999-01-31T10:00:00.000Z' },
    { id: all.id, name: '', scopes: every, revoked_at: time, created_at: time },
  ])
  t.notOk(JSON.stringify(listed).includes(all.key.slice(-43)))
})

test('token create makes a token of the configured life, or of the one given', async (t) => {
  const place = await commandPlace(t)
  const secret = 'a secret of this test'
  await place.write({ 'lectern.config.json': { settings: { http: { tokenLife: '2h' } } } })
  const { id: account } = await place.answer<Account>(['account', 'create', '--name', 'N', '--email', 'a@b.example'])
  const { id } = await place.answer<Key>(['key', 'create', '--account', account, '--scopes', 'all'])
  const lifeOf = async (args: readonly string[]) => {
    const before = Date.now()
    const made = await place.answer<{ readonly token: string; readonly expires_at: string }>(
      ['token', 'create', '--key-id', id, ...args],
      { LECTERN_SECRET: secret },
    )
    t.match(made.expires_at, time)
    t.same(await makeTokens(secret).read(made.token), { keyId: id, expiresAt: Date.parse(made.expires_at) })
    return Math.round((Date.parse(made.expires_at) - before) / 60_000)
  }
  t.equal(await lifeOf([]), 120)
  t.equal(await lifeOf(['--ttl', '5m']), 5)

  const other = await place.run(['token', 'create', '--key-id', id], { LECTERN_SECRET: 'a secret of somebody else' })
  t.match(other, { code: 1, stderr: /^This database belongs to another secret: set LECTERN_SECRET to the one/ })
  await place.answer(['key', 'revoke', id])
  t.match(await place.run(['token', 'create', '--key-id', id], { LECTERN_SECRET: secret }), {
    code: 1,
    stdout: '',
    stderr: `No valid key has the id ${id}: it is unknown, revoked or expired.\n`,
  })
})

test('an id that nobody has is told in a sentence and ends with 1', async (t) => {
  const place = await commandPlace(t)
  const sentences = {
    account: `No account has the id ${unknownId}: account list shows those there are.`,
    key: `No key has the id ${unknownId}: key list shows those of an account.`,
  }
  const calls = [
    [['account', 'update', unknownId, '--name', 'x'], sentences.account],
    [['key', 'create', '--account', unknownId, '--scopes', 'all'], sentences.account],
    [['key', 'list', '--account', unknownId], sentences.account],
    [['key', 'revoke', unknownId], sentences.key],
  ] as const
  for (const [args, sentence] of calls)
    t.same(await place.run(args), { code: 1, stdout: '', stderr: `${sentence}\n` }, args.join(' '))
  t.same(await place.run([...calls[0][0], '--json']), {
    code: 1,
    stdout: '',
    stderr: `${JSON.stringify({ error: sentences.account })}\n`,
  })
})

test('a key is revoked for good only when every process has answered: key revoke waits', async (t) => {
  const place = await commandPlace(t)
  const { id: account } = await place.answer<Account>(['account', 'create', '--name', 'N', '--email', 'a@b.example'])
  const { id } = await place.answer<Key>(['key', 'create', '--account', account, '--scopes', 'all'])
  const serving = new pg.Client(place.database)
  await serving.connect()
  t.teardown(() => serving.end())
  await serving.query(`listen ${channels.told}`)
  await serving.query('select pg_advisory_lock_shared($1, $2)', [...listenersLock])
  const told: string[] = []
  serving.on('notification', async ({ payload = '' }) => {
    told.push(payload)
    const { ticket }: { readonly ticket?: string } = JSON.parse(payload)
    if (ticket === undefined) return
    // Whoever reads the key by now finds it revoked.
    const { rows } = await serving.query('select revoked_at is not null as revoked from lectern.api_keys')
    t.same(rows, [{ revoked: true }])
    await serving.query('select pg_notify($1, $2)', [channels.heard, ticket])
  })
  const revoking = place.spawn(['key', 'revoke', id, '--json'])
  const [code] = await once(revoking, 'exit')
  t.equal(code, 0)
  t.same(
    told.map((payload) => ({ ...JSON.parse(payload), ticket: undefined })),
    [
      { key: id, ticket: undefined },
      { key: id, ticket: undefined },
    ],
  )
})

test('the first command on an empty database makes what it needs', async (t) => {
  const place = await commandPlace(t, { empty: true })
  const [one, other] = await Promise.all(
    ['one', 'other'].map((name) =>
      place.answer<Account>(['account', 'create', '--name', name, '--email', 'a@b.example']),
    ),
  )
  const ids = (await place.answer<readonly Account[]>(['account', 'list'])).map(({ id }) => id)
  t.same(ids.toSorted(), [one?.id, other?.id].toSorted(), 'two at once, too')
})
