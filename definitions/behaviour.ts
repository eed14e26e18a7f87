import type * as Effect from 'effect/Effect'
import type { Caller, Failure, FailureMembers, Services } from './context.ts'
import type { Contribution } from './contribution.ts'
import type { EventDefinition } from './event.ts'
import type { Field, Fields, Json } from './field.ts'
import type { Job } from './job.ts'
import type { Operation } from './operation.ts'
import type { Page } from './page.ts'
import type { Subscription } from './subscription.ts'
import type { Members, Value } from './value.ts'

/** The codes that every operation may fail with, whether it says so or not. */
export type InherentCode = 'NOT_FOUND'

type CodeOf<D> = D extends { errors: readonly (infer C extends string)[] } ? C | InherentCode : InherentCode

type MembersOf<P> = P extends Fields ? Members<P> : unknown
type BodyOf<D> = D extends { body: infer F extends Field } ? Value<F> : undefined

/** Ends the behaviour with a failure that its definition declares; another code does not compile. */
export type Fail<D> = <C extends CodeOf<D>>(code: C, members?: FailureMembers) => Effect.Effect<never, Failure<C>>

/** What an operation's behaviour is given. `caller` is undefined only where the definition says `auth: 'public'`. */
export interface OperationContext<D extends Operation> extends Services {
  readonly caller: D extends { auth: 'public' } ? undefined : Caller
  readonly input: {
    readonly params: D extends { params: infer P } ? MembersOf<P> : { readonly [name: string]: string }
    readonly query: D extends { query: infer P } ? MembersOf<P> : unknown
    readonly body: BodyOf<D>
  }
  readonly fail: Fail<D>
}

/**
 * What a job's behaviour is given. It holds no database connection while it waits for the outside: what it reads and
 * writes happens in `within`, each call a transaction of its own that holds only while this attempt still has the lease.
 */
export interface JobContext<D extends Job> {
  readonly payload: Members<D['payload']>
  /** The account that the work is done for; null for the system's own. */
  readonly accountId: string | null
  /** Which attempt this is, from 1. */
  readonly attempt: number
  /** Now, as ISO 8601 text. */
  readonly now: string
  readonly settings: { readonly [name: string]: Json }
  /** Ends with the attempt's time, or when the process stops. */
  readonly signal: AbortSignal
  /** One transaction. Interrupted, with nothing kept, when another attempt has taken the work over. */
  within<A, E>(program: (services: Services) => Effect.Effect<A, E>): Effect.Effect<A, E>
  /** The last transaction: what it changes and the end of the work commit together. */
  finish<A, E>(program: (services: Services) => Effect.Effect<A, E>): Effect.Effect<A, E>
  /** Ends the attempt: it is tried again on the schedule, or never when `permanent`. */
  fail(message: string, options?: { readonly permanent?: boolean }): Effect.Effect<never, JobFailed>
}

/** What a subscription's behaviour is given, inside the transaction of the change. */
export interface SubscriptionContext extends Services {
  readonly event: {
    readonly name: EventDefinition['name']
    readonly id: string
    readonly payload: { readonly [name: string]: Json }
  }
}

/** What a page's behaviour is given. */
export interface PageContext<D extends Page> extends Services {
  readonly input: {
    readonly params: D extends { params: infer P } ? MembersOf<P> : { readonly [name: string]: string }
  }
  readonly fail: Fail<D>
}

/** The definitions that a behaviour can serve. */
export type Behavable = Operation | Job | Subscription | Page | Contribution

/** The program that a definition asks for, typed from it. */
export type Program<D extends Behavable> = D extends Operation
  ? (context: OperationContext<D>) => Effect.Effect<Value<D['output']>, Failure<CodeOf<D>>>
  : D extends Job
    ? (context: JobContext<D>) => Effect.Effect<void, JobFailed>
    : D extends Subscription
      ? (context: SubscriptionContext) => Effect.Effect<void>
      : D extends Page
        ? (context: PageContext<D>) => Effect.Effect<string, Failure<CodeOf<D>>>
        : (input: never, services: Services) => Effect.Effect<unknown, unknown>

/** One attempt of a job failed: it is tried again on its schedule, or not at all when `permanent`. */
export interface JobFailed {
  readonly _tag: 'JobFailed'
  readonly message: string
  readonly permanent?: boolean
}

/** A definition's name and its program. */
export interface Behaviour {
  readonly kind: Behavable['kind']
  /** The definition's name; a contribution's is `point/key`. */
  readonly serves: string
  // The program's own type stood in `behaviour`; a list of them knows only that each takes its own argument.
  readonly program: (...context: never[]) => Effect.Effect<unknown, unknown>
}

/** Pairs a definition with its program. */
export const behaviour = <D extends Behavable>(definition: D, program: Program<D>): Behaviour => ({
  kind: definition.kind,
  serves: definition.kind === 'contribution' ? `${definition.to}/${definition.key}` : definition.name,
  program,
})
