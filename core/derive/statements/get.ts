import type { ModelResource } from '../../model.ts'
import { type Statement, statement } from '../../storage/statement.ts'
import { isOwned, recordJson, tableOf } from './record.ts'

/** `$1` id, `$2` account → `record`. */
export const getStatement = (resource: ModelResource): Statement =>
  statement(
    `${resource.name}.get`,
    `select ${recordJson(resource)} as record from ${tableOf(resource)} t where ${isOwned(resource)}`,
  )

/** The same, holding the row until the transaction ends. */
export const lockStatement = (resource: ModelResource): Statement =>
  statement(
    `${resource.name}.lock`,
    `select ${recordJson(resource)} as record from ${tableOf(resource)} t where ${isOwned(resource)} for update`,
  )
