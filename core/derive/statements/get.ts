import type { ModelResource } from '../../model.ts'
import { type Statement, statement } from '../../storage/statement.ts'
import { isOwned, recordColumns, tableOf } from './record.ts'

/** `$1` id, `$2` account → `body`. */
export const getStatement = (resource: ModelResource): Statement =>
  statement(`${resource.name}.get`, toText(resource, ''))

/** The same, holding the row until the transaction ends. */
export const lockStatement = (resource: ModelResource): Statement =>
  statement(`${resource.name}.lock`, toText(resource, 'for update'))

// The row is named once and written at once: asking for its JSON in a subquery of its own costs a few microseconds more.
const toText = (resource: ModelResource, hold: string): string => {
  const row = `select ${recordColumns(resource)} from ${tableOf(resource)} t where ${isOwned(resource)} ${hold}`
  return `select '{"data":' || row_to_json(r)::text || '}' as body from (${row}) r`
}
