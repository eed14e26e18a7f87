import * as Effect from 'effect/Effect'
import { check } from './check/check.ts'
import { collect, type Source } from './collect.ts'
import { complete } from './complete/complete.ts'
import { toTables } from './derive/tables.ts'
import type { Fault } from './fault.ts'
import type { ByName, Model } from './model.ts'
import type { Plan } from './plan.ts'

/** Definitions that can't run, each with its place and the nearest right word: all of them at once. */
export interface DefinitionsRefused {
  readonly _tag: 'DefinitionsRefused'
  readonly faults: readonly Fault[]
}

/**
 * From definitions to a running system: collect → complete → check → Model → derive → Plan. Pure: no database, no clock,
 * no environment. The runner carries the Plan out; tests and documentation read it.
 */
export const assemble = (sources: readonly Source[]): Effect.Effect<Plan, DefinitionsRefused> =>
  Effect.gen(function* () {
    const collection = collect(sources)
    const model = complete(collection)
    yield* refuseAny([...collection.faults, ...check(model, collection)])
    return {
      model: freeze(model),
      tables: toTables(model),
      operations: enabled(model, model.operations),
      pages: enabled(model, model.pages),
      jobs: enabled(model, model.jobs),
      scopes: new Set(Object.keys(enabled(model, model.scopes))),
      behaviours: enabled(model, collection.behaviours),
    }
  })

const refuseAny = (faults: readonly Fault[]): Effect.Effect<void, DefinitionsRefused> =>
  faults.length === 0 ? Effect.void : Effect.fail({ _tag: 'DefinitionsRefused', faults })

/** What belongs to modules that are switched on. */
export const enabled = <T extends { readonly module: string }>(model: Model, entries: ByName<T>): ByName<T> =>
  Object.fromEntries(Object.entries(entries).filter(([, { module }]) => model.modules[module]?.enabled === true))

const freeze = <T extends object>(value: T): T => {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freeze(member)
  return Object.freeze(value)
}
