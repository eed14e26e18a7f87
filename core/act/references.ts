import * as Effect from 'effect/Effect'
import type { Json } from '#definitions'
import { tableOf } from '../derive/statements/record.ts'
import type { Principal } from '../identity/principal.ts'
import type { Model, ModelResource } from '../model.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Sql } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'

type RequireReferences = (
  sql: Sql,
  members: { readonly [name: string]: Json },
  principal: Principal | undefined,
) => Effect.Effect<void, Refusal>

/**
 * What a record refers to must exist and be the caller's own: else it is a 404, as for an unknown id. The rows are held
 * until the transaction ends. undefined when the resource refers to nothing that clients give.
 */
export const requireReferences = (resource: ModelResource, model: Model): RequireReferences | undefined => {
  const checks = resource.fields.flatMap(({ name, ref, readOnly, answered }) => {
    const target = ref === null ? undefined : model.resources[ref]
    if (target === undefined || readOnly || !answered) return []
    const owned = target.owner === 'account'
    const text = `select 1 from ${tableOf(target)} t where t.id = $1${owned ? ' and t.account_id = $2' : ''} for key share`
    return [{ name, owned, statement: statement(`${resource.name}.refers`, text) }]
  })
  if (checks.length === 0) return undefined
  return (sql, members, principal) =>
    Effect.forEach(
      checks.filter(({ name }) => typeof members[name] === 'string'),
      ({ name, owned, statement: found }) =>
        Effect.flatMap(
          sql.query(found, [String(members[name]), ...(owned ? [principal?.account.id ?? null] : [])]),
          ([row]) => (row === undefined ? refuse('NOT_FOUND') : Effect.void),
        ),
      { discard: true },
    )
}
