import * as Schema from 'effect/Schema'
import type { Known } from './value.ts'
import { Code, Doc, Name, required, word } from './word.ts'

/** What a plan limits. Its name is the plan's member. */
export const Quota = Schema.Struct({
  kind: Schema.Literal('quota'),
  name: required(Name, "The plan's member: `rosterSize`."),
  doc: required(Doc, 'One sentence: what is limited.'),
  counts: required(Name, 'The resource whose records of one account are counted, inside the creating transaction.'),
  default: required(Schema.NullOr(Schema.Int), 'The limit where a plan says nothing; null is unlimited.'),
  error: required(Code, 'The error when it is reached; its answer carries `limit`.'),
  upgrade: word(Schema.Boolean, "The answer carries the plan's `upgrade_url` too. Default false."),
})
export type Quota = typeof Quota.Type

type QuotaData = Omit<Quota, 'kind'>

/** Declares what a plan limits. */
export const defineQuota = <const Q extends QuotaData>(
  data: Q & Known<Q, QuotaData>,
): Q & { readonly kind: 'quota' } => ({
  ...(data as Q),
  kind: 'quota',
})
