import type { ModelResource } from '../../model.ts'
import { literal, quoted, type Statement, statement } from '../../storage/statement.ts'
import { ownerColumns } from '../tables.ts'
import { tableOf } from './record.ts'
import { toWritten, writableFields } from './write.ts'

/**
 * The values of `createStatement` → `error`: the code of a declared uniqueness that the record would break, or null.
 * Asked only when a quota lets nothing in, because a conflict is told before that. undefined when nothing is unique.
 */
export const takenStatement = (resource: ModelResource): Statement | undefined => {
  const written = toWritten(resource, writableFields(resource))
  const parameters = new Map([
    ['account_id', '$1::uuid'],
    ...written.map(({ column, type }, position) => [column, `$${position + 5}::${type}`] as const),
  ])
  const unique = [
    ...resource.unique,
    ...resource.fields
      .filter((field) => field.unique)
      .map(({ name }) => ({ fields: [...ownerColumns(resource), name], error: 'ALREADY_EXISTS' })),
  ].filter(({ fields }) => fields.every((name) => parameters.has(name)))
  if (unique.length === 0) return undefined
  const cases = unique.map(({ fields, error }) => {
    const equal = fields.map((name) => `t.${quoted(name)} = ${parameters.get(name)}`).join(' and ')
    return `when exists (select from ${tableOf(resource)} t where ${equal}) then ${literal(error)}`
  })
  // Every parameter has to have a type, used or not.
  const given = [...parameters.values(), '$2::integer', '$3::uuid', '$4::timestamptz']
  return statement(
    `${resource.name}.taken`,
    `select case ${cases.join(' ')} end as error from (select ${given.map((each, place) => `${each} as p${place}`).join(', ')}) given`,
  )
}
