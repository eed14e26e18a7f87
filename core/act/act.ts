import type * as Effect from 'effect/Effect'
import type { Json } from '#definitions'
import type { Answer } from '../http/answer.ts'
import type { Principal } from '../identity/principal.ts'
import type { Refusal } from '../refusal.ts'
import type { Sql } from '../storage/database.ts'

/** A decoded request: who asks for what. */
export interface Request {
  /** undefined only for public operations. */
  readonly principal: Principal | undefined
  readonly params: { readonly [name: string]: Json }
  readonly query: { readonly [name: string]: Json }
  readonly body: Json | undefined
  readonly ifMatch: string | undefined
  /** ISO 8601, fixed for the request. */
  readonly now: string
}

/** The work of one operation, made once from the Model. */
export interface Act {
  /** Whether this request's work takes more than one statement that must hold together. */
  readonly needsTransaction: (request: Request) => boolean
  readonly run: (request: Request, sql: Sql) => Effect.Effect<Answer, Refusal>
}
