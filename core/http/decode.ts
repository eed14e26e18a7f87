import * as Effect from 'effect/Effect'
import type { Detail, Failure, Json } from '#definitions'
import type { Request } from '../act/act.ts'
import type { Principal } from '../identity/principal.ts'
import type { ModelOperation } from '../model.ts'
import { type Invalid, invalid, refuse } from '../refusal.ts'
import { compile } from '../validate/compile.ts'
import { toQueryMembers } from '../validate/query-members.ts'
import type { Incoming } from './incoming.ts'
import { parseBody } from './read-body.ts'

export type Decode = (
  incoming: Incoming,
  bytes: Buffer | undefined,
  principal: Principal | undefined,
) => Effect.Effect<Request, Failure<string> | Invalid>

/** Checks a request against its schemas: every fault of query and body at once, then a malformed path is a 404. */
export const makeDecode = (operation: ModelOperation): Decode => {
  const query = operation.query
  const checkQuery = compile(query, 'query')
  const checkParams = compile(operation.params, 'path')
  const checkBody = operation.body === null ? undefined : compile(operation.body, 'body')
  // Nothing is stored under a name that holds a NUL character.
  const isKnown = (params: Incoming['params']): boolean =>
    Object.values(params).every((value) => !value.includes('\0')) && checkParams({ ...params }).length === 0
  const hasQuery = Object.keys(query.properties ?? {}).length > 0

  const decoded = (
    incoming: Incoming,
    body: unknown,
    details: readonly Detail[],
    principal: Principal | undefined,
  ): Effect.Effect<Request, Failure<string> | Invalid> => {
    let found = details
    let members: { readonly [name: string]: Json } = noMembers
    if (hasQuery || incoming.query !== '') {
      const asked = toQueryMembers(incoming.query, query)
      const filled = { ...asked.members }
      found = join(found, asked.details, checkQuery(filled))
      members = filled
    }
    if (checkBody !== undefined) found = join(found, checkBody(body), none)
    if (found.length > 0) return invalid(found)
    if (!isKnown(incoming.params)) return refuse('NOT_FOUND')
    return Effect.succeed({
      principal,
      params: incoming.params,
      query: members,
      // What its schema has accepted is JSON: it was parsed from text.
      body: body as Json | undefined,
      ifMatch: incoming.header('if-match'),
      now: new Date().toISOString(),
    })
  }

  if (checkBody === undefined) {
    return (incoming, bytes, principal) =>
      bytes === undefined || bytes.length === 0
        ? decoded(incoming, undefined, none, principal)
        : // Nothing is asked for; whoever sends members all the same believes that they count.
          Effect.flatMap(parseBody(bytes), ({ value, details }) =>
            decoded(incoming, undefined, [...details, ...checkNothing(value)], principal),
          )
  }
  return (incoming, bytes, principal) =>
    Effect.flatMap(parseBody(bytes ?? Buffer.alloc(0)), ({ value, details }) =>
      decoded(incoming, value, details, principal),
    )
}

const none: readonly Detail[] = []
const checkNothing = compile({ type: 'object', additionalProperties: false }, 'body')
const noMembers: { readonly [name: string]: Json } = {}

const join = (found: readonly Detail[], first: readonly Detail[], second: readonly Detail[]): readonly Detail[] =>
  first.length + second.length === 0 ? found : [...found, ...first, ...second]
