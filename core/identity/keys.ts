import * as Effect from 'effect/Effect'
import { newIdInTime } from '../act/new-id.ts'
import type { Database, Sql, SqlFailure } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'
import { hashOfKey, makeKey } from './api-key.ts'
import { announce } from './revocation.ts'

/** A key as it is kept: not the key itself. */
export interface KeptKey {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly created_at: string
}

export interface NewKey {
  readonly accountId: string
  readonly name: string
  readonly scopes: readonly string[]
  /** ISO 8601, or null for a key without an end. */
  readonly expiresAt: string | null
}

const table = schemaNameOf('api_keys')
const columns = 'id, account_id, name, scopes, expires_at, revoked_at, created_at'

const statements = {
  create: statement(
    'key.create',
    `insert into ${table} (id, account_id, name, hash, scopes, expires_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7) returning ${columns}`,
  ),
  list: statement(
    'key.list',
    `select ${columns} from ${table} where account_id = $1 order by created_at desc, id desc`,
  ),
  valid: statement(
    'key.valid',
    `select ${columns} from ${table} where id = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
  ),
  revoke: statement(
    'key.revoke',
    `update ${table} set revoked_at = coalesce(revoked_at, now()), updated_at = now() where id = $1 returning ${columns}`,
  ),
}

/** Makes a key. `key` is shown this once: only its hash is kept. */
export const createKey = (
  sql: Sql,
  { accountId, name, scopes, expiresAt }: NewKey,
): Effect.Effect<KeptKey & { readonly key: string }, SqlFailure> => {
  const { id, now } = newIdInTime()
  const key = makeKey(id)
  return Effect.flatMap(
    sql.query<KeptKey>(statements.create, [id, accountId, name, hashOfKey(key), scopes, expiresAt, now]),
    ([made]) => (made === undefined ? Effect.die(new Error('a key was not made')) : Effect.succeed({ ...made, key })),
  )
}

/** The keys of an account, newest first, revoked and expired ones too. */
export const listKeys = (sql: Sql, accountId: string): Effect.Effect<readonly KeptKey[], SqlFailure> =>
  sql.query<KeptKey>(statements.list, [accountId])

/** The key, when it is neither revoked nor expired. */
export const findValidKey = (sql: Sql, id: string): Effect.Effect<KeptKey | undefined, SqlFailure> =>
  Effect.map(sql.query<KeptKey>(statements.valid, [id]), ([found]) => found)

/**
 * Revokes a key, undefined when there is none, and tells the serving processes to forget it. Again is no fault.
 * Afterwards: `awaitHeard`, which resolves when no process accepts it any more.
 */
export const revokeKey = (database: Database, id: string): Effect.Effect<KeptKey | undefined, SqlFailure> =>
  database.transaction((sql) =>
    Effect.gen(function* () {
      const [revoked] = yield* sql.query<KeptKey>(statements.revoke, [id])
      if (revoked !== undefined) yield* announce(sql, { key: id })
      return revoked
    }),
  )
