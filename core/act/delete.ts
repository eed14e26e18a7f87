import * as Effect from 'effect/Effect'
import { deleteStatement } from '../derive/statements/delete.ts'
import { lockStatement } from '../derive/statements/get.ts'
import { answerData } from '../http/answer.ts'
import { refuse } from '../refusal.ts'
import type { Act } from './act.ts'
import { requireMatch } from './current.ts'
import { keyOf } from './key-of.ts'
import type { ResourceAct } from './parts.ts'

/** Deletes one record; what still refers to it and may not lose it refuses (409 IN_USE). */
export const deleteAct = ({ resource, parts }: ResourceAct): Act => {
  const statement = deleteStatement(resource)
  const lock = lockStatement(resource)
  const key = keyOf(resource)
  const { deleted } = resource.events
  return {
    needsTransaction: ({ ifMatch }) => ifMatch !== undefined || deleted !== null,
    run: (request, sql) => {
      const gone = Effect.flatMap(sql.query(statement, key(request)), ([row]) =>
        row === undefined ? refuse('NOT_FOUND') : Effect.succeed(answerData('{"deleted":true}')),
      )
      const matched =
        request.ifMatch === undefined
          ? gone
          : Effect.andThen(requireMatch(sql, lock, key(request), request.ifMatch), gone)
      if (deleted === null) return matched
      const accountId = request.principal?.account.id ?? null
      const payload = { id: String(request.params.id) }
      return Effect.tap(matched, () => parts.emit(sql, { event: deleted, accountId, payload, now: request.now }))
    },
  }
}
