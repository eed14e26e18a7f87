import * as Schema from 'effect/Schema'
import { Fields } from './field.ts'
import type { Known } from './value.ts'
import { Doc, DottedName, required } from './word.ts'

/** A fact that others may subscribe to. It carries ids and states, no personal data. */
export const EventDefinition = Schema.Struct({
  kind: Schema.Literal('event'),
  name: required(DottedName, 'What happened, in the past tense: `quiz.saved`.'),
  doc: required(Doc, 'One sentence: when it happens.'),
  payload: required(Fields, 'What it carries.'),
})
export type EventDefinition = typeof EventDefinition.Type

type EventData = Omit<EventDefinition, 'kind'>

/** Declares an event. It is written in the transaction of the change that caused it and delivered at least once. */
export const defineEvent = <const E extends EventData>(
  data: E & Known<E, EventData>,
): E & { readonly kind: 'event' } => ({ ...(data as E), kind: 'event' })
