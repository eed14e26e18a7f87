import type * as Effect from 'effect/Effect'
import type { Json } from '#definitions'
import type { Principal } from '../identity/principal.ts'
import type { Model, ModelOperation, ModelResource } from '../model.ts'
import type { Refusal } from '../refusal.ts'
import type { Sql, SqlFailure } from '../storage/database.ts'
import type { Cursors } from './cursor.ts'

/** A fact to be written in the transaction of the change that caused it. */
export interface Emitted {
  readonly event: string
  readonly accountId: string | null
  readonly payload: { readonly [name: string]: Json }
  readonly now: string
}

/** What acts are made from. */
export interface ActParts {
  readonly model: Model
  readonly emit: (sql: Sql, emitted: Emitted) => Effect.Effect<void, Refusal>
  /** Adds a declared job in the transaction. */
  readonly enqueue: (
    sql: Sql,
    job: string,
    accountId: string | null,
    payload: { readonly [name: string]: Json },
  ) => Effect.Effect<void, SqlFailure>
  /** The plan's limit for a quota; null is unlimited. */
  readonly limitOf: (principal: Principal, quota: string) => number | null
  /** Where the account's plan can be raised; null where there is no such place. */
  readonly upgradeUrlOf: (principal: Principal) => string | null
  readonly cursors: Cursors
}

/** An operation of a resource, and what it acts on. */
export interface ResourceAct {
  readonly operation: ModelOperation
  readonly resource: ModelResource
  readonly parts: ActParts
}
