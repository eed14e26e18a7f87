import type { ModelField, ModelResource } from '../../model.ts'
import { quoted, schemaNameOf } from '../../storage/statement.ts'
import { columnType, ownerColumns } from '../tables.ts'

/** The table's name for SQL text. */
export const tableOf = (resource: ModelResource): string => schemaNameOf(resource.table)

/** A column as it stands in an answer: times as ISO 8601 with milliseconds and Z, bytes as base64. */
const answeredColumn = (field: ModelField): string => {
  const column = `t.${quoted(field.name)}`
  switch (columnType(field)) {
    case 'timestamptz(3)':
      return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${quoted(field.name)}`
    case 'bytea':
      return `translate(encode(${column}, 'base64'), E'\\n', '') as ${quoted(field.name)}`
    default:
      return column
  }
}

/** The members of a record, from the row `t`. `all` has what is not answered, too. */
export const recordColumns = (resource: ModelResource, all = false): string =>
  resource.fields
    .filter(({ answered }) => answered || all)
    .map(answeredColumn)
    .join(', ')

/** The record as JSON text, written by PostgreSQL from the row `t`. */
export const recordJson = (resource: ModelResource, all = false): string =>
  `(select row_to_json(r)::text from (select ${recordColumns(resource, all)}) r)`

/**
 * The whole answer about one record: the same bytes wherever it is answered, so that its ETag is the same too. Text put
 * together in Node would be copied once more for each request.
 */
export const recordAnswer = (resource: ModelResource): string => `'{"data":' || ${recordJson(resource)} || '}' as body`

/** `t.id = $1 and t.account_id = $2`: another account's row isn't there. */
export const isOwned = (resource: ModelResource): string =>
  ['id', ...ownerColumns(resource)].map((column, position) => `t.${quoted(column)} = $${position + 1}`).join(' and ')
