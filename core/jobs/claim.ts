import * as Effect from 'effect/Effect'
import { v4 } from 'uuid'
import type { Json } from '#definitions'
import type { ModelJob } from '../model.ts'
import type { Sql, SqlFailure } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'
import type { Wake } from './wake.ts'

/** A piece of work that this process holds, for one attempt. */
export interface Claimed {
  readonly id: string
  readonly lease: string
  readonly accountId: string | null
  readonly payload: { readonly [name: string]: Json }
  /** Which attempt this is, from 1. */
  readonly attempt: number
}

/**
 * Takes the piece of work that the wake-up names, for the job's timeout and `marginMs` by the database's clock; undefined
 * when it is no longer there to be taken. One conditional update: of two that try, one gets it.
 */
export const claim = (
  sql: Sql,
  { id, attempt }: Wake,
  { timeoutMs }: ModelJob,
  marginMs: number,
): Effect.Effect<Claimed | undefined, SqlFailure> =>
  Effect.suspend(() => {
    const lease = v4()
    return Effect.map(sql.query<ClaimedRow>(take, [id, attempt, lease, timeoutMs + marginMs]), ([row]) =>
      row === undefined
        ? undefined
        : { id, lease, accountId: row.account_id, payload: row.payload, attempt: attempt + 1 },
    )
  })

interface ClaimedRow {
  readonly account_id: string | null
  readonly payload: Claimed['payload']
}

const take = statement(
  'work.claim',
  `update ${schemaNameOf('work')}
  set status = 'running', attempt = attempt + 1, lease = $3::uuid, next_attempt_at = null, wake = null,
    lease_until = now() + $4::double precision * interval '1 millisecond', updated_at = now()
  where id = $1::uuid and attempt = $2::integer and status = 'pending'
  returning account_id, payload`,
)
