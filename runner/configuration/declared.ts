import type { Collection } from '#core/collect.ts'
import type { ByName } from '#core/model.ts'
import type { Fields } from '#definitions'

/** What the configuration's plans and settings are checked against. A Model is one. */
export interface Declared {
  readonly modules: ByName<{ readonly enabled: boolean; readonly settings: Fields }>
  readonly quotas: ByName<{ readonly default: number | null }>
}

/** The same of definitions that make no Model, so that their faults and the configuration's are told together. */
export const declaredIn = ({ sources, quotas }: Collection): Declared => ({
  modules: Object.fromEntries(
    Object.entries(sources).map(([name, { module, enabled }]) => [name, { enabled, settings: module.settings ?? {} }]),
  ),
  quotas: Object.fromEntries(Object.entries(quotas).map(([name, { definition }]) => [name, definition])),
})
