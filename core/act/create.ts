import * as Effect from 'effect/Effect'
import { v4 } from 'uuid'
import type { Json } from '#definitions'
import { createStatement } from '../derive/statements/create.ts'
import { takenStatement } from '../derive/statements/taken.ts'
import { answerData, answerText } from '../http/answer.ts'
import type { Principal } from '../identity/principal.ts'
import type { Action } from '../model.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Sql, SqlValue } from '../storage/database.ts'
import type { Act, Request } from './act.ts'
import { filler } from './fill.ts'
import { newIdInTime } from './new-id.ts'
import type { ResourceAct } from './parts.ts'
import { requireReferences } from './references.ts'
import { toDeclaredRefusal } from './unique.ts'

/** Makes a record: counted, inserted, and its event written, together. */
export const createAct = (
  { resource, parts }: ResourceAct,
  { quota, replies }: Extract<Action, { kind: 'create' }>,
): Act => {
  const { statement, written } = createStatement(resource, replies === null ? 'record' : 'id')
  const limited = quota === null ? undefined : parts.model.quotas[quota]
  const constants = Object.entries(replies ?? {}).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  )
  const prefix = constants.join('')
  const { created } = resource.events
  const references = requireReferences(resource, parts.model, 'given by clients')
  const upgrade = (principal: Principal | undefined) => {
    const url = limited?.upgrade === true && principal !== undefined ? parts.upgradeUrlOf(principal) : null
    return url === null ? {} : { upgrade_url: url }
  }
  const fill = filler(resource)
  const taken = takenStatement(resource)
  /** Nothing was inserted, because the quota is full: a value that is taken is told before that. */
  const full = (
    sql: Sql,
    principal: Principal | undefined,
    limit: number | null,
    values: readonly SqlValue[],
  ): Effect.Effect<never, Refusal> => {
    const refused = refuse(limited?.error ?? 'INTERNAL', {
      ...(limit === null ? {} : { limit }),
      ...upgrade(principal),
    })
    if (taken === undefined) return refused
    return Effect.flatMap(sql.query<{ readonly error: string | null }>(taken, values), ([row]) =>
      typeof row?.error === 'string' ? refuse(row.error) : refused,
    )
  }
  return {
    needsTransaction: () => created !== null || references !== undefined,
    run: (request, sql) => {
      const { principal } = request
      const { id, now } = resource.id === 'uuid7' ? newIdInTime() : { id: v4(), now: request.now }
      const members = fill(toMembers(request), principal)
      const account = principal?.account.id ?? null
      const limit = quota === null || principal === undefined ? null : parts.limitOf(principal, quota)
      const values: SqlValue[] = [account, limit, id, now]
      for (const { toValue } of written) values.push(toValue(members, account ?? ''))
      const inserted = Effect.flatMap(sql.query<{ readonly body?: string }>(statement, values), ([row]) => {
        if (row === undefined) return full(sql, principal, limit, values)
        return Effect.succeed(
          replies === null ? answerText(row.body ?? '', 201) : answerData(`{${prefix}"id":"${id}"}`, 201),
        )
      })
      const made = references === undefined ? inserted : Effect.andThen(references(sql, members, account), inserted)
      const told =
        created === null
          ? made
          : Effect.tap(made, () => parts.emit(sql, { event: created, accountId: account, payload: { id }, now }))
      return toDeclaredRefusal(told, resource)
    },
  }
}

/** The members of a validated body. */
export const toMembers = ({ body }: Request): { readonly [name: string]: Json } =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as { readonly [name: string]: Json }) : {}
