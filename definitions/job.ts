import * as Schema from 'effect/Schema'
import { Fields } from './field.ts'
import type { Known } from './value.ts'
import { Doc, Duration, Name, required, word } from './word.ts'

/**
 * Work done after the answer. Each piece of it is a row of ours with a lease; it is tried again on the declared
 * schedule, and taken over when the process that does it dies.
 */
export const Job = Schema.Struct({
  kind: Schema.Literal('job'),
  name: required(Name, 'What it does: `grade-attempt`.'),
  doc: required(Doc, 'One sentence: what it does.'),
  payload: required(Fields, 'What it is given.'),
  timeout: word(Duration, 'How long one attempt may take. Default `1m`.'),
  retry: word(
    Schema.Array(Duration),
    'The waits after each failed attempt, then it has failed. Default: `1m`, `5m`, `30m`.',
  ),
  cron: word(Schema.String, 'When it starts by itself, in UTC: `15 3 * * *`. Its payload must then be empty.'),
})
export type Job = typeof Job.Type

type JobData = Omit<Job, 'kind'>

/** Declares work done after the answer; pair it with its program by `behaviour`. */
export const defineJob = <const J extends JobData>(data: J & Known<J, JobData>): J & { readonly kind: 'job' } => ({
  ...(data as J),
  kind: 'job',
})
