import * as Schema from 'effect/Schema'
import type { Known } from './value.ts'
import { Doc, DottedName, Name, required, word } from './word.ts'

/** What follows when an event happens. */
export const Subscription = Schema.Struct({
  kind: Schema.Literal('subscription'),
  name: required(Name, 'What it does: `copy-questions`.'),
  doc: required(Doc, 'One sentence: what follows.'),
  event: required(Schema.Union([DottedName, Schema.Literal('*')]), 'The event, or `*` for every one.'),
  job: word(
    Name,
    "The job added for each event, with the event's payload. Without one, its behaviour runs inside the transaction.",
  ),
})
export type Subscription = typeof Subscription.Type

type SubscriptionData = Omit<Subscription, 'kind'>

/** Declares what follows when an event happens, as a job or inside the transaction of the change. */
export const defineSubscription = <const S extends SubscriptionData>(
  data: S & Known<S, SubscriptionData>,
): S & { readonly kind: 'subscription' } => ({ ...(data as S), kind: 'subscription' })
