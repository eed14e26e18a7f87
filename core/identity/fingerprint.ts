import { hkdfSync } from 'node:crypto'
import * as Effect from 'effect/Effect'
import type { Sql, SqlFailure } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'

const table = schemaNameOf('installation')

const kept = statement('installation.read', `select value from ${table} where name = $1`)

const keep = statement(
  'installation.keep',
  `insert into ${table} (name, value) values ($1, $2) on conflict (name) do nothing`,
)

/** What the secret is known by. It tells nothing of the secret itself, nor of the keys that are made from it. */
export const toFingerprint = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'lectern fingerprint', 32)).toString('base64url')

/** The fingerprint that the database keeps, or null. */
export const readFingerprint = (sql: Sql): Effect.Effect<string | null, SqlFailure> =>
  Effect.map(sql.query<{ readonly value: string }>(kept, ['secret']), ([row]) => row?.value ?? null)

/** Whether the database belongs to this secret; one that belongs to none yet does from now on. */
export const keepFingerprint = (sql: Sql, secret: string): Effect.Effect<boolean, SqlFailure> => {
  const fingerprint = toFingerprint(secret)
  return Effect.flatMap(sql.query(keep, ['secret', fingerprint]), () =>
    Effect.map(readFingerprint(sql), (found) => found === fingerprint),
  )
}
