import * as Effect from 'effect/Effect'
import type { Behaviour, Failure, FailureMembers, Json } from '#definitions'
import type { Act, Request } from '../act/act.ts'
import { answerData } from '../http/answer.ts'
import type { ModelOperation } from '../model.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Sql } from '../storage/database.ts'
import { makeServices, type ServiceParts } from './services.ts'
import { restoreRefusal } from './store.ts'

/** An operation of its own, as its behaviour says: one transaction, from the first read to the answer. */
export const behaviourAct = (operation: ModelOperation, behaviour: Behaviour, parts: ServiceParts): Act => ({
  needsTransaction: () => true,
  run: (request, sql) =>
    Effect.map(restoreRefusal(started(operation, behaviour, parts, request, sql)), (output) =>
      answerData(JSON.stringify(output), operation.status, operation.method === 'GET'),
    ),
})

const started = (
  operation: ModelOperation,
  { program }: Behaviour,
  parts: ServiceParts,
  { principal, params, query, body, now }: Request,
  sql: Sql,
): Effect.Effect<unknown, Refusal> => {
  const context = {
    ...makeServices(parts, { sql, accountId: principal?.account.id ?? null, now, module: operation.module }),
    caller:
      principal === undefined
        ? undefined
        : {
            account: principal.account,
            keyId: principal.keyId,
            scopes: [...principal.scopes],
            expiresAt: principal.expiresAt,
          },
    input: { params, query, body } satisfies { params: object; query: object; body: Json | undefined },
    fail: (code: string, members?: FailureMembers) => refuse(code, members),
  }
  // `behaviour` has typed the program from the very definition that this operation was made from.
  const run = program as unknown as (given: typeof context) => Effect.Effect<unknown, Failure<string>>
  return run(context)
}
