import * as Schema from 'effect/Schema'
import { Code, Doc, DottedName, Duration, Name, required, word } from './word.ts'

/** One declared way from some states to another. */
export const Transition = Schema.Struct({
  doc: word(Doc, 'One sentence: what it means.'),
  from: required(Schema.Array(Name), 'The states that it leaves.'),
  to: required(Name, 'The state that it reaches.'),
  refused: word(Code, 'The error when the record stands elsewhere. Default `INVALID_TRANSITION` (409).'),
  event: word(DottedName, 'The event emitted in the same transaction.'),
  job: word(Name, 'The job added in the same transaction, with `{ id }` as its payload.'),
  after: word(Duration, 'Happens by itself this long after `since`.'),
  since: word(Name, 'The date-time field that `after` counts from. Default `updated_at`.'),
})

/**
 * Where a record can stand. Every state is reached from `initial` and is left again or is `final`; a transition is one
 * conditional update, the only way to write the state.
 */
export const Machine = Schema.Struct({
  field: word(Name, 'The read-only field that holds the state. Default `status`.'),
  initial: required(Name, 'The state of a new record.'),
  final: word(Schema.Array(Name), 'The states that are never left.'),
  transitions: required(Schema.Record(Name, Transition), 'The ways between states, by name.'),
})
export type Machine = typeof Machine.Type
