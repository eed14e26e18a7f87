import type { ModelResource, ModelTransition } from '../../model.ts'
import { literal, quoted, type Statement, statement } from '../../storage/statement.ts'
import { isOwned, recordAnswer, tableOf } from './record.ts'

/**
 * `$1` id, `$2` account (where owned), then now → `body`. One conditional update: when the record stands elsewhere,
 * nothing is changed and no row comes back.
 */
export const transitionStatement = (resource: ModelResource, transition: ModelTransition): Statement => {
  const state = quoted(resource.states?.field ?? 'status')
  const now = `$${resource.owner === 'account' ? 3 : 2}::timestamptz`
  const sets = [`${state} = ${literal(transition.to)}`, ...(resource.timestamps ? [`updated_at = ${now}`] : [])]
  const text = [
    `update ${tableOf(resource)} as t set ${sets.join(', ')}`,
    `where ${isOwned(resource)} and t.${state} in (${transition.from.map(literal).join(', ')}) and ${now} is not null`,
    `returning ${recordAnswer(resource)}`,
  ].join(' ')
  return statement(`${resource.name}.${transition.name}`, text)
}
