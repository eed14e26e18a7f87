import * as Effect from 'effect/Effect'
import type { Detail, Failure, FailureMembers } from '#definitions'
import type { SqlFailure } from './storage/database.ts'

/** A request that doesn't fit its schema: 400 `Invalid input`, without a code. */
export interface Invalid {
  readonly _tag: 'Invalid'
  readonly details: readonly Detail[]
}

/** Every way in which a request is refused; one place turns it into an answer. */
export type Refusal = Failure<string> | Invalid | SqlFailure

/** Refuses with a declared error. */
export const refuse = (code: string, members: FailureMembers = {}): Effect.Effect<never, Failure<string>> =>
  Effect.fail({ _tag: 'Failure', code, ...members })

/** Refuses a request that doesn't fit, with every fault of it. */
export const invalid = (details: readonly Detail[]): Effect.Effect<never, Invalid> =>
  Effect.fail({ _tag: 'Invalid', details })
