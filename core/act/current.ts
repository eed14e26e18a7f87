import * as Effect from 'effect/Effect'
import type { Json } from '#definitions'
import { isMatch, toEtag } from '../http/etag.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Sql, SqlValue } from '../storage/database.ts'
import type { Statement } from '../storage/statement.ts'

/** A record that `If-Match` speaks of: compared under its row's lock, so that it is still this one when it is changed. */
export const requireMatch = (
  sql: Sql,
  lock: Statement,
  values: readonly SqlValue[],
  ifMatch: string | undefined,
): Effect.Effect<void, Refusal> => {
  if (ifMatch === undefined) return Effect.void
  return Effect.flatMap(sql.query<{ readonly body: string }>(lock, values), ([row]) => {
    if (row === undefined) return refuse('NOT_FOUND')
    return isMatch(ifMatch, toEtag(row.body)) ? Effect.void : refuse('PRECONDITION_FAILED')
  })
}

export type Members = { readonly [name: string]: Json }

/** The record as it stands, held until the transaction ends. */
export const current = (sql: Sql, lock: Statement, values: readonly SqlValue[]): Effect.Effect<Members, Refusal> =>
  Effect.flatMap(sql.query<{ readonly body: string }>(lock, values), ([row]) =>
    row === undefined ? refuse('NOT_FOUND') : Effect.succeed(JSON.parse(row.body).data),
  )
