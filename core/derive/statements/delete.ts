import type { ModelResource } from '../../model.ts'
import { literal, type Statement, schemaNameOf, statement } from '../../storage/statement.ts'
import { isOwned, tableOf } from './record.ts'

/** `$1` id, `$2` account → one row when there was one to delete. The account's tally goes down in the same statement. */
export const deleteStatement = (resource: ModelResource): Statement => {
  const gone = `delete from ${tableOf(resource)} t where ${isOwned(resource)} returning 1 as deleted`
  if (!resource.counted) return statement(`${resource.name}.delete`, gone)
  const counted = [
    `update ${schemaNameOf('tallies')} set count = count - 1`,
    `where account_id = $2 and name = ${literal(resource.name)} and exists (select 1 from gone)`,
  ].join(' ')
  return statement(
    `${resource.name}.delete`,
    `with gone as (${gone}), counted as (${counted}) select deleted from gone`,
  )
}
