import * as Effect from 'effect/Effect'
import type { ModelResource } from '../model.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** A unique index that refused a change, as the error that the resource declares for it. */
export const toDeclaredRefusal = <A>(
  effect: Effect.Effect<A, Refusal>,
  resource: ModelResource,
): Effect.Effect<A, Refusal> => {
  const errors = new Map(resource.unique.map(({ name, error }) => [`${resource.table}_${name}_key`, error]))
  if (errors.size === 0 && !resource.fields.some(({ unique }) => unique)) return effect
  return Effect.catchTag(
    effect,
    'ConstraintRefused',
    (refused): Effect.Effect<never, Refusal> =>
      refused.kind === 'unique' ? refuse(errors.get(refused.constraint) ?? 'ALREADY_EXISTS') : Effect.fail(refused),
  )
}
