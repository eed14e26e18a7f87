import * as Effect from 'effect/Effect'
import { v7 } from 'uuid'
import type { Json } from '#definitions'
import type { Sql, SqlFailure } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'
import { addWakes } from './wake.ts'

/** A piece of work to be done. */
export interface NewWork {
  /** The job's name. */
  readonly job: string
  /** The account that it is done for; null for the system's own. */
  readonly accountId: string | null
  readonly payload: { readonly [name: string]: Json }
  /** How long to wait before the first attempt, in milliseconds from the start of the transaction. Default 0. */
  readonly afterMs?: number
}

/**
 * Adds pieces of work, within the transaction of the change that causes them, a thousand a statement. Answers their ids, in
 * the order given. Workers are told when the transaction commits.
 */
export const addWork = (sql: Sql, work: readonly NewWork[]): Effect.Effect<readonly string[], SqlFailure> => {
  const pieces = work.map((piece) => ({ ...piece, id: v7() }))
  return Effect.as(
    addPieces(sql, pieces),
    pieces.map(({ id }) => id),
  )
}

/** Adds pieces under ids of the caller's choice. One whose id is there already is left out. */
export const addPieces = (
  sql: Sql,
  pieces: readonly (NewWork & { readonly id: string })[],
): Effect.Effect<void, SqlFailure> =>
  Effect.forEach(batches(pieces), (batch) => sql.query(add, [JSON.stringify(batch)]), { discard: true })

/** Few enough that a statement takes a fraction of the time that a query may take. */
const batchSize = 1_000

const batches = <A>(all: readonly A[]): readonly (readonly A[])[] =>
  Array.from({ length: Math.ceil(all.length / batchSize) }, (_, n) => all.slice(n * batchSize, (n + 1) * batchSize))

const work = schemaNameOf('work')

const add = statement(
  'work.add',
  `with given as materialized (
    select (piece ->> 'id')::uuid as id, piece ->> 'job' as job, (piece ->> 'accountId')::uuid as account_id,
      piece -> 'payload' as payload, 0 as attempt,
      now() + coalesce((piece ->> 'afterMs')::double precision, 0) * interval '1 millisecond' as due
    from jsonb_array_elements($1::jsonb) piece
    where not exists (select from ${work} known where known.id = (piece ->> 'id')::uuid)
  ), woken as materialized (${addWakes('given')})
  insert into ${work}
    (id, job, account_id, payload, status, attempt, next_attempt_at, wake, created_at, updated_at)
  select id, job, account_id, payload, 'pending', attempt, due, wake, now(), now()
  from given join woken using (id)
  on conflict (id) do nothing`,
)
