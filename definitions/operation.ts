import * as Schema from 'effect/Schema'
import { Field, Fields } from './field.ts'
import type { Known } from './value.ts'
import { Code, Doc, DottedName, Name, Path, required, ScopeName, word } from './word.ts'

/** Something a client may ask for that is not one of a resource's own operations. Its work is one behaviour. */
export const Operation = Schema.Struct({
  kind: Schema.Literal('operation'),
  name: required(DottedName, 'What it does, as `noun.verb`: `token.create`.'),
  doc: required(Doc, 'One sentence for OpenAPI and for assistants.'),
  method: required(Schema.Literals(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), 'The HTTP method.'),
  path: required(Path, 'The path, with its parameters in braces.'),
  scope: word(ScopeName, "What the caller's key must hold."),
  auth: word(
    Schema.Literals(['any', 'key', 'token', 'public']),
    'Without a scope: any credential, an API key alone, a token alone, or none at all.',
  ),
  feature: word(Name, 'The account feature without which the answer is 403 `FEATURE_DISABLED`.'),
  params: word(Fields, 'The members of the path. Default: each is a UUID.'),
  query: word(Fields, 'The query parameters; others are refused.'),
  body: word(Field, 'The body. Without one, none or `{}` is taken.'),
  output: required(Field, 'What stands under `data` in the answer.'),
  status: word(Schema.Literals([200, 201, 202]), 'The status of success. Default 200.'),
  errors: word(Schema.Array(Code), 'The codes it may fail with, beyond those that every operation has.'),
})
export type Operation = typeof Operation.Type

type OperationData = Omit<Operation, 'kind'>

/** Declares an operation; pair it with its program by `behaviour`. */
export const defineOperation = <const O extends OperationData>(
  data: O & Known<O, OperationData>,
): O & { readonly kind: 'operation' } => ({ ...(data as O), kind: 'operation' })
