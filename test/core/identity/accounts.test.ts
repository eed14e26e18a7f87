import * as Effect from 'effect/Effect'
import { test } from 'tap'
import {
  countPlans,
  createAccount,
  createKey,
  findAccount,
  findValidKey,
  hasAccounts,
  listAccounts,
  listKeys,
  ownFeatures,
  revokeKey,
  updateAccount,
} from '#core/identity/accounts.ts'
import { hashOfKey, keyIdOf } from '#core/identity/api-key.ts'
import { keepFingerprint, readFingerprint, toFingerprint } from '#core/identity/fingerprint.ts'
import { statement } from '#core/storage/statement.ts'
import { accountsDatabase } from './accounts-database.ts'

const unknownId = '0199c0de-0000-7000-8000-000000000000'
const north = { name: 'North', email: 'a@north.example', plan: 'default', features: { bank: false } }

test('an account is kept as it was made, and listed newest first', async (t) => {
  const { database, run } = await accountsDatabase(t)
  t.equal(await run(hasAccounts(database)), false)
  const first = await run(createAccount(database, north))
  const second = await run(createAccount(database, { ...north, name: 'Süd 学校', plan: 'small', features: {} }))
  t.equal(await run(hasAccounts(database)), true)
  t.match(first, { ...north, created_at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ })
  t.same(await run(findAccount(database, first.id)), first)
  t.equal(await run(findAccount(database, unknownId)), undefined)
  t.same(await run(listAccounts(database)), [second, first])
  t.same(await run(countPlans(database)), [
    { plan: 'default', accounts: 1 },
    { plan: 'small', accounts: 1 },
  ])
})

test('two processes that start at once on an empty database make one first account', async (t) => {
  const { database, run } = await accountsDatabase(t)
  const start = database.transaction((sql) =>
    Effect.gen(function* () {
      if (yield* hasAccounts(sql)) return false
      yield* Effect.sleep('20 millis')
      yield* createAccount(sql, north)
      return true
    }),
  )
  const made = await Promise.all([run(start), run(start), run(start)])
  t.equal(made.filter(Boolean).length, 1)
  t.equal((await run(listAccounts(database))).length, 1)
})

test('a change of an account leaves what it does not name, and keeps only features that differ', async (t) => {
  const { database, run } = await accountsDatabase(t)
  const { id } = await run(createAccount(database, north))
  const defaults = { bank: true, mail: false }
  const change = (changes: Parameters<typeof updateAccount>[2]) => run(updateAccount(database, id, changes, defaults))
  t.match(await change({ plan: 'small', name: undefined }), { ...north, plan: 'small' })
  t.match(await change({ features: { mail: true } }), { features: { bank: false, mail: true } })
  t.same((await change({ features: { bank: true, mail: false } }))?.features, {})
  t.equal(await run(updateAccount(database, unknownId, { plan: 'x' }, defaults)), undefined)
  t.same(ownFeatures({ bank: true, mail: true, gone: false }, defaults), { mail: true, gone: false })
})

test('changes of one account at once are all kept', async (t) => {
  const { database, run } = await accountsDatabase(t)
  const { id } = await run(createAccount(database, { ...north, features: {} }))
  const names = ['one', 'two', 'three', 'four', 'five']
  await Promise.all(names.map((name) => run(updateAccount(database, id, { features: { [name]: true } }, {}))))
  t.same(Object.keys((await run(findAccount(database, id)))?.features ?? {}).toSorted(), names.toSorted())
})

test('of a key only a hash is kept', async (t) => {
  const { database, run } = await accountsDatabase(t)
  const { id: accountId } = await run(createAccount(database, north))
  const { key, ...kept } = await run(createKey(database, { accountId, name: 'a', scopes: ['a:b'], expiresAt: null }))
  t.match(kept, { account_id: accountId, name: 'a', scopes: ['a:b'], expires_at: null, revoked_at: null })
  t.equal(keyIdOf(key), kept.id)
  t.same(await run(listKeys(database, accountId)), [kept])
  const rows = await run(
    database.query(statement('test.keys', 'select k::text as row, hash from lectern.api_keys k'), []),
  )
  t.equal(rows[0]?.hash, hashOfKey(key))
  t.notOk(String(rows[0]?.row).includes(key.slice(-43)))
})

test('a key is valid until it ends or is revoked, and revoking it again is no fault', async (t) => {
  const { database, run } = await accountsDatabase(t)
  const { id: accountId } = await run(createAccount(database, north))
  const make = (expiresAt: string | null) => run(createKey(database, { accountId, name: '', scopes: [], expiresAt }))
  const past = await make('2020-01-01T00:00:00.000Z')
  const future = await make('2999-01-01T00:00:00.000Z')
  t.equal(await run(findValidKey(database, past.id)), undefined)
  t.equal((await run(findValidKey(database, future.id)))?.expires_at, '2999-01-01T00:00:00.000Z')
  const revoked = await run(revokeKey(database, future.id))
  t.type(revoked?.revoked_at, 'string')
  t.equal((await run(revokeKey(database, future.id)))?.revoked_at, revoked?.revoked_at)
  t.equal(await run(findValidKey(database, future.id)), undefined)
  t.equal(await run(revokeKey(database, unknownId)), undefined)
  t.equal((await run(listKeys(database, accountId))).length, 2, 'it stays in the list')
})

test('a database belongs to the secret that it was first used with', async (t) => {
  const { database, run } = await accountsDatabase(t)
  t.equal(await run(readFingerprint(database)), null)
  const both = await Promise.all(
    ['one secret of ours', 'another secret'].map((each) => run(keepFingerprint(database, each))),
  )
  t.equal(both.filter(Boolean).length, 1, 'of two at once one is kept')
  const [kept = '', other = ''] = both[0]
    ? ['one secret of ours', 'another secret']
    : ['another secret', 'one secret of ours']
  t.equal(await run(keepFingerprint(database, kept)), true)
  t.equal(await run(keepFingerprint(database, other)), false)
  t.equal(await run(readFingerprint(database)), toFingerprint(kept))
  t.notOk(toFingerprint(kept).includes(kept))
})
