import * as Effect from 'effect/Effect'
import { getStatement } from '../derive/statements/get.ts'
import { answerText } from '../http/answer.ts'
import { isMatch, toEtag } from '../http/etag.ts'
import { refuse } from '../refusal.ts'
import type { Act } from './act.ts'
import { keyOf } from './key-of.ts'
import type { ResourceAct } from './parts.ts'

/** Reads one record. */
export const getAct = ({ resource }: ResourceAct): Act => {
  const statement = getStatement(resource)
  const key = keyOf(resource)
  return {
    needsTransaction: () => false,
    run: (request, sql) =>
      Effect.flatMap(sql.query<{ readonly body: string }>(statement, key(request)), ([row]) => {
        if (row === undefined) return refuse('NOT_FOUND')
        const answer = answerText(row.body)
        const { ifMatch } = request
        return ifMatch === undefined || isMatch(ifMatch, toEtag(answer.body))
          ? Effect.succeed(answer)
          : refuse('PRECONDITION_FAILED')
      }),
  }
}
