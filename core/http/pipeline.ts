import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import type { Act, Request } from '../act/act.ts'
import type { Identify, Identity } from '../identity/identify.ts'
import type { ModelOperation } from '../model.ts'
import { invalid, type Refusal } from '../refusal.ts'
import type { Database } from '../storage/database.ts'
import { makeAdmit } from './admit.ts'
import type { Answer } from './answer.ts'
import { makeDecode } from './decode.ts'
import type { Claim, Idempotency } from './idempotency.ts'
import type { Incoming } from './incoming.ts'
import type { RateLimit } from './rate-limit.ts'
import { readBody } from './read-body.ts'
import type { ToAnswer } from './refused.ts'

export interface PipelineParts {
  readonly identify: Identify
  readonly rateLimit: RateLimit
  readonly idempotency: Idempotency
  readonly database: Database
  readonly toAnswer: ToAnswer
  /** A defect: logged with its cause; clients hear only INTERNAL. */
  readonly onDefect: (cause: Cause.Cause<unknown>, incoming: Incoming, operation: string) => void
}

/** Answers one request for one operation; whatever goes wrong has become an answer. */
export type Pipeline = (incoming: Incoming) => Promise<Answer>

const json = new Set(['application/json'])

/**
 * identify → authorise → read → claim → decode → act → keep → respond. The order of checks is the contract's: who asks
 * and whether it may come first, then the request as such, and last what only the record or a quota can tell.
 */
export const makePipeline = (operation: ModelOperation, act: Act, parts: PipelineParts): Pipeline => {
  const admit = makeAdmit(operation, parts.rateLimit)
  const decode = makeDecode(operation)
  const isPost = operation.method === 'POST'
  // What was answered to one key may be a secret of that key's: another key of the account is not told it again.
  const isOnesOwn = operation.secret || operation.auth.kind === 'key'
  const whose = ({ principal }: Identity): string => (isOnesOwn ? `${principal.keyId} ` : '')
  const program = (incoming: Incoming): Effect.Effect<Answer, Refusal> =>
    Effect.flatMap(identified(incoming), (identity) => {
      const key = isPost && identity !== undefined ? incoming.header('idempotency-key') : undefined
      if (!isPost && operation.body === null) return carryOut(incoming, identity, undefined, undefined)
      return Effect.flatMap(readBody(incoming.message, json), (bytes) =>
        key === undefined || identity === undefined
          ? carryOut(incoming, identity, bytes, undefined)
          : once(incoming, identity, bytes, key),
      )
    })

  const identified = (incoming: Incoming): Effect.Effect<Identity | undefined, Refusal> =>
    operation.auth.kind === 'public'
      ? Effect.succeed(undefined)
      : Effect.flatMap(parts.identify(incoming.header('authorization')), (identity) => admit(identity, incoming))

  const once = (incoming: Incoming, identity: Identity, bytes: Buffer, key: string): Effect.Effect<Answer, Refusal> => {
    if (key.length < 1 || key.length > 255) return strangeKey(decode(incoming, bytes, identity.principal))
    const asked = `${whose(identity)}${incoming.method} ${incoming.path}?${incoming.query}\n${bytes.toString('latin1')}`
    return Effect.flatMap(parts.idempotency.claim(identity.principal.account.id, key, asked), (claim) =>
      'status' in claim ? Effect.succeed(claim) : carryOut(incoming, identity, bytes, claim),
    )
  }

  const carryOut = (
    incoming: Incoming,
    identity: Identity | undefined,
    bytes: Buffer | undefined,
    claim: Claim | undefined,
  ): Effect.Effect<Answer, Refusal> => {
    const worked = Effect.flatMap(decode(incoming, bytes, identity?.principal), (request) => work(request, claim))
    return claim === undefined ? worked : settled(worked, claim)
  }

  const work = (request: Request, claim: Claim | undefined): Effect.Effect<Answer, Refusal> => {
    if (claim === undefined && !act.needsTransaction(request)) return act.run(request, parts.database)
    return parts.database.transaction((sql) =>
      claim === undefined
        ? act.run(request, sql)
        : Effect.tap(act.run(request, sql), (answer) => parts.idempotency.keep(sql, claim, answer, operation.secret)),
    )
  }

  /** After a rollback a refusal is kept on its own; what may turn out otherwise next time gives the key back. */
  const settled = (worked: Effect.Effect<Answer, Refusal>, claim: Claim): Effect.Effect<Answer, Refusal> =>
    Effect.onExit(
      Effect.catch(worked, (refusal) => {
        const answer = parts.toAnswer(refusal)
        return isKept(answer.status)
          ? Effect.as(parts.idempotency.keep(parts.database, claim, answer, false), answer)
          : Effect.fail(refusal)
      }),
      (exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(parts.idempotency.release(claim))),
    )

  return async (incoming) => {
    const exit = await Effect.runPromiseExit(program(incoming))
    if (Exit.isSuccess(exit)) return exit.value
    const refusal = Cause.findErrorOption(exit.cause)
    if (refusal._tag === 'Some') return parts.toAnswer(refusal.value)
    parts.onDefect(exit.cause, incoming, operation.name)
    return parts.toAnswer({ _tag: 'Failure', code: 'INTERNAL' })
  }
}

const isKept = (status: number): boolean => status < 500 && status !== 401 && status !== 403 && status !== 429

/** A key of another length is one fault among those of the request. */
const strangeKey = (decoded: Effect.Effect<Request, Refusal>): Effect.Effect<never, Refusal> =>
  Effect.flatMap(Effect.result(decoded), (result) =>
    invalid([
      { in: 'header', path: '/idempotency-key', message: 'must have 1 to 255 characters' },
      ...(result._tag === 'Failure' && result.failure._tag === 'Invalid' ? result.failure.details : []),
    ]),
  )
