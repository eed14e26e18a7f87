import * as Effect from 'effect/Effect'
import type { Behaviour, Json } from '#definitions'
import type { Plan } from '../plan.ts'

/** What enabled modules add to an extension point, as behaviours read it. */
export type ContributionsTo = (point: string) => readonly {
  readonly key: string
  readonly module: string
  readonly data: { readonly [name: string]: Json }
  readonly run: (input: unknown) => Effect.Effect<unknown, unknown>
}[]

/** All contributions with their programs, gathered once. */
export const contributionsOf = ({ model, behaviours }: Plan): ContributionsTo => {
  const byPoint = new Map(Object.keys(model.extensionPoints).map((point) => [point, gather(point)] as const))
  function gather(point: string) {
    return Object.values(model.contributions)
      .filter(({ to, module }) => to === point && model.modules[module]?.enabled === true)
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ key, module, data }) => ({
        key,
        module,
        data,
        run: toRun(behaviours[`contribution ${point}/${key}`], point),
      }))
  }
  return (point) => byPoint.get(point) ?? []
}

const toRun = (behaviour: Behaviour | undefined, point: string) => {
  if (behaviour === undefined) return () => Effect.die(new Error(`${point} asks its contributions for no behaviour.`))
  // `behaviour` has typed the program; who calls it is typed from the extension point.
  return behaviour.program as unknown as (input: unknown) => Effect.Effect<unknown, unknown>
}
