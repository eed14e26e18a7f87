import * as Schema from 'effect/Schema'
import type { Known } from './value.ts'
import { Code, Doc, required } from './word.ts'

/** A failure that clients are told of by its code. */
export const ErrorDefinition = Schema.Struct({
  kind: Schema.Literal('error'),
  code: required(Code, 'What clients match on.'),
  status: required(Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 503 })), 'The HTTP status, 400 to 503.'),
  message: required(Doc, 'The sentence for people, when the failure brings none of its own.'),
})
export type ErrorDefinition = typeof ErrorDefinition.Type

type ErrorData = Omit<ErrorDefinition, 'kind'>

/** Declares a failure. Operations name it by its code. */
export const defineError = <const E extends ErrorData>(
  data: E & Known<E, ErrorData>,
): E & { readonly kind: 'error' } => ({
  ...(data as E),
  kind: 'error',
})
