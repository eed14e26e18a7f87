import * as Effect from 'effect/Effect'
import { lockStatement } from '../derive/statements/get.ts'
import { replaceStatement } from '../derive/statements/replace.ts'
import { type Answer, answerData, answerText } from '../http/answer.ts'
import type { Action } from '../model.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { SqlValue } from '../storage/database.ts'
import type { Act } from './act.ts'
import { toMembers } from './create.ts'
import { current, type Members, requireMatch } from './current.ts'
import { filler } from './fill.ts'
import { keyOf } from './key-of.ts'
import type { ResourceAct } from './parts.ts'
import { requireReferences } from './references.ts'
import { toDeclaredRefusal } from './unique.ts'

/** Replaces all that a client writes of a record. */
export const replaceAct = (
  { resource, parts }: ResourceAct,
  { replies, omitted }: Extract<Action, { kind: 'replace' }>,
): Act => {
  const { statement, written } = replaceStatement(resource)
  const lock = lockStatement(resource)
  const key = keyOf(resource)
  const { replaced } = resource.events
  const references = requireReferences(resource, parts.model, 'given by clients')
  const fill = filler(resource)
  const prefix = Object.entries(replies ?? {}).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  )
  return {
    needsTransaction: ({ ifMatch }) =>
      omitted === 'keep' || ifMatch !== undefined || replaced !== null || references !== undefined,
    run: (request, sql) => {
      const { principal, now } = request
      const account = principal?.account.id ?? null
      const given = toMembers(request)
      const update = (members: Members): Effect.Effect<Answer, Refusal> => {
        const values: SqlValue[] = [...key(request), now]
        for (const { toValue } of written) values.push(toValue(members, account ?? ''))
        return Effect.flatMap(sql.query<{ readonly body: string }>(statement, values), ([row]) => {
          if (row === undefined) return refuse('NOT_FOUND')
          if (replies === null) return Effect.succeed(answerText(row.body))
          return Effect.succeed(answerData(`{${prefix.join('')}"id":${JSON.stringify(request.params.id)}}`))
        })
      }
      // What is kept is read under the row's lock, so that two partial changes don't undo one another.
      const updated =
        omitted === 'keep'
          ? Effect.flatMap(current(sql, lock, key(request)), (kept) => update({ ...kept, ...given }))
          : update(fill(given, principal))
      const matched =
        request.ifMatch === undefined
          ? updated
          : Effect.andThen(requireMatch(sql, lock, key(request), request.ifMatch), updated)
      const checked = references === undefined ? matched : Effect.andThen(references(sql, given, account), matched)
      const id = String(request.params.id)
      const told =
        replaced === null
          ? checked
          : Effect.tap(checked, () => parts.emit(sql, { event: replaced, accountId: account, payload: { id }, now }))
      return toDeclaredRefusal(told, resource)
    },
  }
}
