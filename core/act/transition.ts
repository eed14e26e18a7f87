import * as Effect from 'effect/Effect'
import { lockStatement } from '../derive/statements/get.ts'
import { transitionStatement } from '../derive/statements/transition.ts'
import { answerText } from '../http/answer.ts'
import type { ModelTransition } from '../model.ts'
import { refuse } from '../refusal.ts'
import type { Act } from './act.ts'
import { requireMatch } from './current.ts'
import { keyOf } from './key-of.ts'
import type { ResourceAct } from './parts.ts'

/** Carries out one transition: the state, its event and its job commit together. */
export const transitionAct = ({ resource, parts }: ResourceAct, transition: ModelTransition): Act => {
  const statement = transitionStatement(resource, transition)
  const lock = lockStatement(resource)
  const key = keyOf(resource)
  return {
    needsTransaction: () => true,
    run: (request, sql) =>
      Effect.gen(function* () {
        const accountId = request.principal?.account.id ?? null
        const payload = { id: String(request.params.id) }
        yield* requireMatch(sql, lock, key(request), request.ifMatch)
        const [row] = yield* sql.query<{ readonly body: string }>(statement, [...key(request), request.now])
        if (row === undefined) {
          // Which of the two it was: no such record, or one that stands elsewhere.
          const [current] = yield* sql.query(lock, key(request))
          return yield* refuse(current === undefined ? 'NOT_FOUND' : transition.refused)
        }
        if (transition.event !== null)
          yield* parts.emit(sql, { event: transition.event, accountId, payload, now: request.now })
        if (transition.job !== null) yield* parts.enqueue(sql, transition.job, accountId, payload)
        return answerText(row.body)
      }),
  }
}
