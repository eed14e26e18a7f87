import type { ModelResource } from '../../model.ts'
import { literal, quoted, type Statement, schemaNameOf, statement } from '../../storage/statement.ts'
import { recordAnswer, tableOf } from './record.ts'
import { toWritten, type Written, writableFields } from './write.ts'

export interface CreateStatement {
  /** `$1` account, `$2` limit (null is unlimited), `$3` id, `$4` now, then `written` → `body` or `id`; no row: the limit. */
  readonly statement: Statement
  readonly written: readonly Written[]
}

/**
 * One statement that counts and inserts. The account's tally is a locked row: creates of one account take their turns
 * at it, so that parallel ones can't pass the limit together.
 */
export const createStatement = (resource: ModelResource, answers: 'record' | 'id'): CreateStatement => {
  const written = toWritten(resource, writableFields(resource))
  const owned = resource.owner === 'account'
  const columns = [
    ...(owned ? ['account_id'] : []),
    'id',
    ...(resource.timestamps ? ['created_at', 'updated_at'] : []),
    ...written.map(({ column }) => column),
  ]
  const values = [
    ...(owned ? ['$1::uuid'] : []),
    '$3::uuid',
    ...(resource.timestamps ? ['$4::timestamptz', '$4::timestamptz'] : []),
    ...written.map(({ type }, position) => `$${position + 5}::${type}`),
  ]
  const text = [
    `with ${countedOne(resource)}`,
    `insert into ${tableOf(resource)} as t (${columns.map(quoted).join(', ')})`,
    `select ${values.join(', ')} from counted where $4::timestamptz is not null`,
    answers === 'record' ? `returning ${recordAnswer(resource)}` : 'returning t.id',
  ].join(' ')
  return { statement: statement(`${resource.name}.create`, text), written }
}

const tallies = schemaNameOf('tallies')

const countedOne = (resource: ModelResource): string =>
  resource.counted
    ? [
        `counted as (insert into ${tallies} as n (account_id, name, count)`,
        `select $1::uuid, ${literal(resource.name)}, 1 where coalesce($2::integer, 1) > 0`,
        'on conflict (account_id, name) do update set count = n.count + 1',
        'where $2::integer is null or n.count < $2::integer returning 1)',
      ].join(' ')
    : 'counted as (select 1 where $1::uuid is not null and $2::integer is null)'
