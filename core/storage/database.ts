import type * as Effect from 'effect/Effect'
import type { Statement } from './statement.ts'

/** What PostgreSQL can be asked to bind. */
export type SqlValue = null | string | number | boolean | Buffer | readonly string[]

export type Row = { readonly [column: string]: unknown }

/** The database can't be reached, or was lost on the way. Nothing of the transaction was kept. */
export interface DatabaseAway {
  readonly _tag: 'DatabaseAway'
  readonly cause: unknown
}

/** A declared constraint refused the change. */
export interface ConstraintRefused {
  readonly _tag: 'ConstraintRefused'
  readonly kind: 'unique' | 'reference' | 'check'
  readonly constraint: string
}

export type SqlFailure = DatabaseAway | ConstraintRefused

/** Runs statements: each in a transaction of its own, or all within one. */
export interface Sql {
  query<R = Row>(statement: Statement, values: readonly SqlValue[]): Effect.Effect<readonly R[], SqlFailure>
}

/** The one way to the database. */
export interface Database extends Sql {
  /**
   * Runs the program within one transaction: committed when it succeeds, rolled back when it fails or dies. Deadlocks
   * and serialisation failures run it again, up to three times in all.
   */
  transaction<A, E>(program: (sql: Sql) => Effect.Effect<A, E>): Effect.Effect<A, E | SqlFailure>
}
