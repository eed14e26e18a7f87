import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import * as Effect from 'effect/Effect'
import { v4 } from 'uuid'
import { type Refusal, refuse } from '../refusal.ts'
import type { Database, Sql, SqlFailure } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'
import type { Answer } from './answer.ts'
import { toEtag } from './etag.ts'

/** A run of a request that holds its key. */
export interface Claim {
  readonly accountId: string
  readonly key: string
  readonly claim: string
}

/** The first answer to a request that may be sent again, kept for 24 hours. */
export interface Idempotency {
  /**
   * Claims the key in a transaction of its own, or answers what was answered before. IDEMPOTENCY_KEY_REUSED for another
   * request, IDEMPOTENCY_IN_PROGRESS while the first still runs; a run that died is taken over after its lease.
   */
  claim(accountId: string, key: string, request: string): Effect.Effect<Claim | Answer, Refusal>
  /**
   * Keeps the answer; within the change's own transaction where there is one. IDEMPOTENCY_IN_PROGRESS when another run has
   * taken the key over meanwhile: the change of this one must not stand beside the other's.
   */
  keep(sql: Sql, claim: Claim, answer: Answer, secret: boolean): Effect.Effect<void, Refusal>
  /** Gives the key back: this run has no answer worth keeping. */
  release(claim: Claim): Effect.Effect<void, SqlFailure>
}

const table = schemaNameOf('idempotency_keys')

const claimed = statement(
  'idempotency.claim',
  [
    `insert into ${table} as k (account_id, key, request_hash, claim, lease_until, created_at)`,
    "values ($1, $2, $3, $4, now() + interval '60 seconds', now())",
    'on conflict (account_id, key) do update',
    'set request_hash = $3, claim = $4, lease_until = excluded.lease_until, created_at = now(),',
    'status = null, headers = null, answer = null, encrypted = false',
    // Kept answers end after a day, whether or not they have been swept away yet.
    "where k.created_at < now() - interval '24 hours'",
    'or (k.status is null and k.lease_until < now() and k.request_hash = $3)',
    'returning 1',
  ].join(' '),
)

const found = statement(
  'idempotency.find',
  `select request_hash, status, headers, answer, encrypted from ${table} where account_id = $1 and key = $2`,
)

const kept = statement(
  'idempotency.keep',
  [
    `update ${table} set status = $4, headers = $5::jsonb, answer = $6, encrypted = $7, lease_until = null`,
    'where account_id = $1 and key = $2 and claim = $3 returning 1',
  ].join(' '),
)

const released = statement(
  'idempotency.release',
  `delete from ${table} where account_id = $1 and key = $2 and claim = $3 and status is null`,
)

interface Kept {
  readonly request_hash: string
  readonly status: number | null
  readonly headers: { readonly [name: string]: string } | null
  readonly answer: Buffer | null
  readonly encrypted: boolean
}

/** `secret` is LECTERN_SECRET; answers that hold secrets are kept under a key derived from it. */
export const makeIdempotency = (database: Database, secret: string): Idempotency => {
  const seal = makeSeal(secret)
  return {
    claim: (accountId, key, request) =>
      Effect.gen(function* () {
        const claim = v4()
        const digest = hash('sha256', request, 'base64url')
        const [mine] = yield* database.query(claimed, [accountId, key, digest, claim])
        if (mine !== undefined) return { accountId, key, claim }
        const [row] = yield* database.query<Kept>(found, [accountId, key])
        if (row !== undefined && row.request_hash !== digest) return yield* refuse('IDEMPOTENCY_KEY_REUSED')
        // Neither ours nor answered: it runs, or was given back a moment ago.
        if (row === undefined || row.status === null || row.answer === null)
          return yield* refuse('IDEMPOTENCY_IN_PROGRESS')
        return {
          status: row.status,
          body: (row.encrypted ? seal.open(row.answer) : row.answer).toString('utf8'),
          single: false,
          headers: { ...row.headers, 'Idempotency-Replayed': 'true' },
        }
      }),
    keep: (sql, { accountId, key, claim }, answer, isSecret) => {
      const bytes = Buffer.from(answer.body)
      const stored = isSecret ? seal.close(bytes) : bytes
      // A replay is the same bytes, so it has the same validator.
      const etag = answer.single ? { ETag: toEtag(answer.body) } : {}
      const headers = JSON.stringify({ ...answer.headers, ...etag })
      return Effect.flatMap(
        sql.query(kept, [accountId, key, claim, answer.status, headers, stored, isSecret]),
        ([mine]) => (mine === undefined ? refuse('IDEMPOTENCY_IN_PROGRESS') : Effect.void),
      )
    },
    release: ({ accountId, key, claim }) => Effect.asVoid(database.query(released, [accountId, key, claim])),
  }
}

/** AES-256-GCM: nonce, tag, ciphertext. */
const makeSeal = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'lectern kept answers', 32))
  return {
    close: (bytes: Buffer): Buffer => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open: (bytes: Buffer): Buffer => {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
    },
  }
}
