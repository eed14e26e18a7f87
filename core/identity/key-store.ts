import * as Effect from 'effect/Effect'
import type { ByName } from '../model.ts'
import type { Database, SqlFailure } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'
import type { Principal } from './principal.ts'

const keyById = statement(
  'key.principal',
  [
    'select k.hash, k.scopes, k.expires_at, a.id, a.name, a.email, a.plan, a.features',
    `from ${schemaNameOf('api_keys')} k join ${schemaNameOf('accounts')} a on a.id = k.account_id`,
    'where k.id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())',
  ].join(' '),
)

interface KeyRow {
  readonly hash: string
  readonly scopes: readonly string[]
  readonly expires_at: string | null
  readonly id: string
  readonly name: string
  readonly email: string
  readonly plan: string
  readonly features: { readonly [feature: string]: boolean }
}

/** A principal and the hash that its key must have. */
export interface KnownKey {
  readonly principal: Principal
  readonly hash: string
}

/** Valid keys by id, remembered while this process hears of revocations. */
export interface KeyStore {
  /** The key, when it exists and is neither revoked nor expired. */
  find(keyId: string): Effect.Effect<KnownKey | undefined, SqlFailure>
  /** The key when it is remembered: no round trip. */
  remembered(keyId: string): KnownKey | undefined
  forget(keyId: string): void
  forgetAccount(accountId: string): void
  forgetAll(): void
  /** Whether what is found from now on may be remembered: false while nobody could tell us of a revocation. Forgets all. */
  remember(may: boolean): void
}

const most = 10_000

/** `features` are the declared defaults; `scopes` those that enabled modules declare: a key holds no others. */
export const makeKeyStore = (database: Database, features: ByName<boolean>, scopes: ReadonlySet<string>): KeyStore => {
  const known = new Map<string, KnownKey>()
  let mayRemember = false
  // Counts what was forgotten: an answer that was on its way at that moment must not be remembered.
  let forgotten = 0
  const forget = (which: (key: KnownKey) => boolean) => {
    forgotten += 1
    for (const [id, key] of known) if (which(key)) known.delete(id)
  }
  return {
    remembered: (keyId) => {
      const key = known.get(keyId)
      if (key !== undefined && key.principal.expiresAt <= Date.now()) {
        known.delete(keyId)
        return undefined
      }
      return key
    },
    find: (keyId) =>
      Effect.suspend(() => {
        const before = forgotten
        return Effect.map(database.query<KeyRow>(keyById, [keyId]), ([row]) => {
          if (row === undefined) return undefined
          const key = toKnownKey(keyId, row, features, scopes)
          if (mayRemember && before === forgotten) {
            if (known.size >= most) known.clear()
            known.set(keyId, key)
          }
          return key
        })
      }),
    forget: (keyId) => {
      forgotten += 1
      known.delete(keyId)
    },
    forgetAccount: (accountId) => forget(({ principal }) => principal.account.id === accountId),
    forgetAll: () => forget(() => true),
    remember: (may) => {
      mayRemember = may
      // Also when it begins: an answer on its way may have been read before the revocation that we could not hear of.
      forget(() => true)
    },
  }
}

const toKnownKey = (keyId: string, row: KeyRow, features: ByName<boolean>, scopes: ReadonlySet<string>): KnownKey => ({
  hash: row.hash,
  principal: {
    keyId,
    account: {
      id: row.id,
      name: row.name,
      email: row.email,
      plan: row.plan,
      features: { ...features, ...row.features },
    },
    scopes: new Set(row.scopes.filter((scope) => scopes.has(scope))),
    expiresAt: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
  },
})
