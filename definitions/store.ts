import type * as Effect from 'effect/Effect'
import type { Resource } from './resource.ts'
import type { Given, Members } from './value.ts'

/** The members that every record of this resource has beside its declared fields. */
type Inherent<R extends Resource> = (R extends { key: readonly string[] } ? unknown : { readonly id: string }) &
  (R extends { timestamps: false } ? unknown : { readonly created_at: string; readonly updated_at: string })

type StateOf<R extends Resource> = R extends { states: { field: infer F extends string } }
  ? { readonly [K in F]: string }
  : R extends { states: object }
    ? { readonly status: string }
    : unknown

/** A record as a behaviour reads it: times are ISO 8601 text. */
export type RecordOf<R extends Resource> = Inherent<R> & Members<R['fields']> & StateOf<R>

type TransitionOf<R extends Resource> = R extends { states: { transitions: infer T } } ? keyof T & string : never

/**
 * Records, scoped to the account of the request or job: another account's row isn't there. All calls of one behaviour
 * share its transaction.
 */
export interface Store {
  /** The record, or undefined. */
  find<R extends Resource>(resource: R, id: string): Effect.Effect<RecordOf<R> | undefined>
  /** All records whose fields equal those given, newest first, at most `limit` (default 1000). */
  select<R extends Resource>(
    resource: R,
    where?: Partial<RecordOf<R>>,
    options?: { readonly limit?: number },
  ): Effect.Effect<readonly RecordOf<R>[]>
  /**
   * Makes a record, its defaults filled, and emits the event that is declared for it. It counts towards a quota and isn't
   * held back by one. A reference to nobody's record, or another account's, ends the request as NOT_FOUND.
   */
  insert<R extends Resource>(resource: R, values: Given<R['fields']>): Effect.Effect<RecordOf<R>>
  /** Changes the given members; undefined when there is no such record. The state is changed by `transition` alone. */
  update<R extends Resource>(
    resource: R,
    id: string,
    values: Partial<Members<R['fields']>>,
  ): Effect.Effect<RecordOf<R> | undefined>
  /** Whether there was one to delete. */
  remove<R extends Resource>(resource: R, id: string): Effect.Effect<boolean>
  /** Carries out a declared transition with its event and job; undefined when the record is missing or stands elsewhere. */
  transition<R extends Resource>(resource: R, id: string, name: TransitionOf<R>): Effect.Effect<RecordOf<R> | undefined>
}
