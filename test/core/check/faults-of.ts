import * as Effect from 'effect/Effect'
/** What `check` says of modules written inline, beside the core's own. */
import { check } from '#core/check/check.ts'
import { collect, type Source } from '#core/collect.ts'
import { complete } from '#core/complete/complete.ts'
import { toSentence } from '#core/fault.ts'
import { coreModule, httpModule } from '#core/system/module.ts'
import type { Behaviour, Definition, Field, Fields, Module, Operation, Resource } from '#definitions'

const noTokens = { make: () => Promise.reject(new Error('no tokens here')), read: () => Promise.resolve(undefined) }

export const coreSources: readonly Source[] = [
  { module: coreModule, source: 'core', enabled: true },
  { module: httpModule(noTokens), source: 'core', enabled: true },
]

/** Every fault of these modules, as sentences. */
export const faultsOfSources = (sources: readonly Source[]): readonly string[] => {
  const collection = collect([...coreSources, ...sources])
  return [...collection.faults, ...check(complete(collection), collection)].map(toSentence)
}

export const faultsOf = (...modules: readonly Module[]): readonly string[] =>
  faultsOfSources(modules.map((module) => ({ module, source: 'built-in', enabled: true })))

/** A module named `school`, its behaviours in place, unless it says otherwise. */
export const moduleOf = (definitions: readonly Definition[], more: Partial<Module> = {}): Module => ({
  name: 'school',
  doc: 'A school.',
  definitions,
  behaviours: definitions.flatMap((definition) => {
    const { kind } = definition
    const works = kind === 'operation' || kind === 'job' || kind === 'page'
    if (works) return [behaviourOf(kind, definition.name)]
    return kind === 'subscription' && definition.job === undefined ? [behaviourOf(kind, definition.name)] : []
  }),
  ...more,
})

export const behaviourOf = (kind: Behaviour['kind'], serves: string): Behaviour => ({
  kind,
  serves,
  program: () => Effect.void,
})

export const pupil = (more: Partial<Resource> = {}): Resource => ({
  kind: 'resource',
  name: 'pupil',
  doc: 'A person who learns.',
  fields: { name: { type: 'string', maxLength: 200 } },
  ...more,
})

export const faultsOfResource = (more: Partial<Resource>): readonly string[] => faultsOf(moduleOf([pupil(more)]))

export const faultsOfFields = (fields: Fields): readonly string[] => faultsOfResource({ fields })

/** A field where most words of ours mean nothing: a member of a module's settings. */
export const faultsOfSetting = (size: Field): readonly string[] => faultsOf(moduleOf([], { settings: { size } }))

export const lesson = (more: Partial<Operation> = {}): Operation => ({
  kind: 'operation',
  name: 'lesson.plan',
  doc: 'Plans a lesson.',
  method: 'POST',
  path: '/api/v1/lessons/plan',
  output: { type: 'boolean' },
  ...more,
})
