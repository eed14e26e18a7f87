import type { ModelResource } from '../../model.ts'
import { type Statement, statement } from '../../storage/statement.ts'
import { isOwned, recordAnswer, tableOf } from './record.ts'

/** `$1` id, `$2` account → `body`. */
export const getStatement = (resource: ModelResource): Statement =>
  statement(
    `${resource.name}.get`,
    `select ${recordAnswer(resource)} from ${tableOf(resource)} t where ${isOwned(resource)}`,
  )

/** The same, holding the row until the transaction ends. */
export const lockStatement = (resource: ModelResource): Statement =>
  statement(
    `${resource.name}.lock`,
    `select ${recordAnswer(resource)} from ${tableOf(resource)} t where ${isOwned(resource)} for update`,
  )
