import type * as Effect from 'effect/Effect'
import type { Account } from './account.ts'
import type { ExtensionPoint } from './contribution.ts'
import type { EventDefinition } from './event.ts'
import type { Field, Fields, Json } from './field.ts'
import type { Job } from './job.ts'
import type { Store } from './store.ts'
import type { Given, Members, Value } from './value.ts'

/** One fault of an input: where it is, and a sentence. `path` is a JSON Pointer. */
export interface Detail {
  readonly in: 'body' | 'query' | 'path' | 'header'
  readonly path: string
  readonly message: string
}

/** A declared failure on its way to one place that answers it. */
export interface Failure<Code extends string> {
  readonly _tag: 'Failure'
  readonly code: Code
  /** Replaces the sentence of the definition. */
  readonly message?: string
  readonly details?: readonly Detail[]
  readonly limit?: number
  readonly upgrade_url?: string
}

/** What a behaviour may say beside the code of its failure. */
export type FailureMembers = Omit<Failure<string>, '_tag' | 'code'>

/** What an enabled module has added to an extension point. */
export interface Contributed<P extends ExtensionPoint> {
  readonly key: string
  readonly module: string
  readonly data: P extends { holds: infer H extends Fields } ? Members<H> : unknown
  /** Runs its behaviour. Dies where the extension point asks for none. */
  readonly run: (
    input: P extends { input: infer I extends Field } ? Value<I> : undefined,
  ) => Effect.Effect<P extends { output: infer O extends Field } ? Value<O> : unknown, unknown>
}

/** What every behaviour gets as its argument; nothing is imported. */
export interface Services {
  /** Records of the account, all within one transaction. */
  readonly store: Store
  /** Now, as ISO 8601 text in UTC with milliseconds; fixed for one run. */
  readonly now: string
  /** The settings of the behaviour's own module, defaults filled. */
  readonly settings: { readonly [name: string]: Json }
  /** What enabled modules add to an extension point, by key in alphabetical order. */
  contributions<P extends ExtensionPoint>(point: P): readonly Contributed<P>[]
  /** Writes an event in the transaction; its subscribers follow. */
  emit<E extends EventDefinition>(event: E, payload: Given<E['payload']>): Effect.Effect<void>
  /** Adds a job in the transaction; answers its id. `after` is a duration such as `30s`. */
  enqueue<J extends Job>(
    job: J,
    payload: Given<J['payload']>,
    options?: { readonly after?: string },
  ): Effect.Effect<string>
}

/** Who is asking. */
export interface Caller {
  readonly account: Account
  readonly keyId: string
  readonly scopes: readonly string[]
  /** When its key ends, in milliseconds since 1970; Infinity for a key without an end. */
  readonly expiresAt: number
}
