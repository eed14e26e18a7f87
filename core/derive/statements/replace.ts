import type { ModelResource } from '../../model.ts'
import { quoted, type Statement, statement } from '../../storage/statement.ts'
import { isOwned, recordAnswer, tableOf } from './record.ts'
import { toWritten, type Written, writableFields } from './write.ts'

export interface ReplaceStatement {
  /** `$1` id, `$2` account (where owned), then now, then `written` → `body`. */
  readonly statement: Statement
  readonly written: readonly Written[]
}

/** One update of all that a client writes. */
export const replaceStatement = (resource: ModelResource): ReplaceStatement => {
  const written = toWritten(resource, writableFields(resource))
  const first = resource.owner === 'account' ? 3 : 2
  const sets = [
    ...(resource.timestamps ? [`updated_at = $${first}::timestamptz`] : []),
    ...written.map(({ column, type }, position) => `${quoted(column)} = $${first + 1 + position}::${type}`),
  ]
  const text = [
    `update ${tableOf(resource)} as t set ${sets.join(', ')}`,
    `where ${isOwned(resource)} and $${first}::timestamptz is not null`,
    `returning ${recordAnswer(resource)}`,
  ].join(' ')
  return { statement: statement(`${resource.name}.replace`, text), written }
}
