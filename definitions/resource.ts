import * as Schema from 'effect/Schema'
import { Fields } from './field.ts'
import { Machine } from './machine.ts'
import type { Known } from './value.ts'
import { Code, Doc, DottedName, Duration, Name, Path, required, ScopeName, word } from './word.ts'

/** One operation of a resource. Its name says what it does, or `transition` does. */
export const ResourceOperation = Schema.Struct({
  doc: word(Doc, 'One sentence for OpenAPI. Made from the resource when left out.'),
  scope: word(ScopeName, "What the caller's key must hold."),
  feature: word(Name, 'The account feature without which the answer is 403 `FEATURE_DISABLED`.'),
  paging: word(Schema.Literals(['page', 'cursor', 'none']), 'list: how it is walked. Default `page`.'),
  filters: word(Schema.Record(Name, Name), 'list: query parameter → the field that must equal it.'),
  quota: word(Name, 'create: the quota that it counts against, inside its transaction.'),
  replies: word(
    Schema.Record(Name, Schema.Json),
    'create, replace, patch: answered beside the id, in place of the record.',
  ),
  omitted: word(Schema.Literals(['clear', 'keep']), 'replace: what becomes of an omitted member. Default `clear`.'),
  transition: word(Name, 'The transition of the machine that this operation carries out.'),
})
export type ResourceOperation = typeof ResourceOperation.Type

/** A kind of record. */
export const Resource = Schema.Struct({
  kind: Schema.Literal('resource'),
  name: required(Name, 'In the singular: `student`.'),
  doc: required(Doc, 'One sentence: what a record of it is.'),
  plural: word(Name, 'Default: the name and an `s`.'),
  path: word(Path, 'Where its operations live. Without one it has no routes.'),
  table: word(Name, 'The table. Default: the plural in snake_case.'),
  was: word(Name, 'The earlier name of the table: it is renamed and its data stays.'),
  owner: word(Schema.Literals(['account', 'none']), 'Whose a record is. Default `account`.'),
  id: word(Schema.Literals(['uuid7', 'uuid4']), 'Ids in order of time (default), or ids that tell nothing.'),
  key: word(Schema.Array(Name), 'The fields that identify a row in place of an id. For tables without routes.'),
  timestamps: word(Schema.Boolean, 'created_at and updated_at. Default true.'),
  fields: required(Fields, 'Its members, in the order in which they are answered.'),
  unique: word(
    Schema.Record(Name, Schema.Struct({ fields: Schema.Array(Name), error: Schema.optionalKey(Code) })),
    'Combinations that no two records share, over all owners, by name, and the error that says so.',
  ),
  indexes: word(Schema.Record(Name, Schema.Array(Name)), "Orders of fields that the system's own reads need."),
  states: word(Machine, 'Where a record can stand.'),
  events: word(
    Schema.Struct({
      created: Schema.optionalKey(DottedName),
      replaced: Schema.optionalKey(DottedName),
      deleted: Schema.optionalKey(DottedName),
    }),
    'The events that a change emits, in its own transaction, with `{ id }` as the payload.',
  ),
  retention: word(
    Schema.Struct({
      after: Duration,
      since: Schema.optionalKey(Name),
      where: Schema.optionalKey(Schema.Record(Name, Schema.Json)),
    }),
    'Records older than `after`, counted from `since` (default created_at), leave by a scheduled job.',
  ),
  operations: word(Schema.Record(Name, ResourceOperation), 'What clients may do: list, create, get, replace, delete.'),
})
export type Resource = typeof Resource.Type

type ResourceData = Omit<Resource, 'kind'>

/** Declares a kind of record. Routes, table, validation, ownership and documentation follow from it. */
export const defineResource = <const R extends ResourceData>(
  data: R & Known<R, ResourceData>,
): R & { readonly kind: 'resource' } => ({ ...(data as R), kind: 'resource' })
