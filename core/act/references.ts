import * as Effect from 'effect/Effect'
import type { Json } from '#definitions'
import { tableOf } from '../derive/statements/record.ts'
import type { Model, ModelResource } from '../model.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Sql } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'

/** Refuses members that refer to nobody's record or another account's; what they refer to is held until the transaction ends. */
export type RequireReferences = (
  sql: Sql,
  members: { readonly [name: string]: Json },
  accountId: string | null,
) => Effect.Effect<void, Refusal>

/**
 * What a record refers to must be there and the account's own: else it is a 404, as for an unknown id. Without an account,
 * only what belongs to none is looked for. undefined when there is nothing to check.
 */
export const requireReferences = (
  resource: ModelResource,
  model: Model,
  which: 'given by clients' | 'all',
): RequireReferences | undefined => {
  const checks = resource.fields.flatMap(({ name, ref, readOnly, answered }) => {
    const target = ref === null ? undefined : model.resources[ref]
    if (target === undefined || (which !== 'all' && (readOnly || !answered))) return []
    const owned = target.owner === 'account'
    const text = `select 1 from ${tableOf(target)} t where t.id = $1${owned ? ' and t.account_id = $2' : ''} for key share`
    return [{ name, owned, statement: statement(`${resource.name}.refers`, text) }]
  })
  if (checks.length === 0) return undefined
  return (sql, members, accountId) =>
    Effect.forEach(
      checks.filter(({ name, owned }) => typeof members[name] === 'string' && !(owned && accountId === null)),
      ({ name, owned, statement: found }) =>
        Effect.flatMap(sql.query(found, [String(members[name]), ...(owned ? [accountId] : [])]), ([row]) =>
          row === undefined ? refuse('NOT_FOUND') : Effect.void,
        ),
      { discard: true },
    )
}
