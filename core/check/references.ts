import type { Collection } from '../collect.ts'
import { declaredFields } from './declared-fields.ts'

/** What a definition can name that another one declares. */
export type Referable = 'resource' | 'scope' | 'feature' | 'error' | 'quota' | 'event' | 'job' | 'extension point'

/** A name, and where it is used. */
export interface Reference {
  readonly module: string
  readonly path: string
  readonly to: Referable
  readonly name: string
}

/** Every name by which a definition uses another. */
export const references = (collection: Collection): readonly Reference[] => [
  ...declaredFields(collection).flatMap(({ module, path, field }) =>
    named(module, path, [['ref', 'resource', field.ref]]),
  ),
  ...Object.values(collection.resources).flatMap(({ module, definition: { name, ...said } }) => [
    ...Object.entries(said.operations ?? {}).flatMap(([operation, { scope, feature, quota }]) =>
      named(module, `${name}.operations.${operation}`, [
        ['scope', 'scope', scope],
        ['feature', 'feature', feature],
        ['quota', 'quota', quota],
      ]),
    ),
    ...Object.entries(said.unique ?? {}).flatMap(([unique, { error }]) =>
      named(module, `${name}.unique.${unique}`, [['error', 'error', error]]),
    ),
    ...named(
      module,
      `${name}.events`,
      Object.entries(said.events ?? {}).map(([change, event]) => [change, 'event', event] as const),
    ),
    ...Object.entries(said.states?.transitions ?? {}).flatMap(([transition, { refused, event, job }]) =>
      named(module, `${name}.states.transitions.${transition}`, [
        ['refused', 'error', refused],
        ['event', 'event', event],
        ['job', 'job', job],
      ]),
    ),
  ]),
  ...Object.values(collection.operations).flatMap(({ module, definition: { name, scope, feature, errors } }) =>
    named(module, name, [['scope', 'scope', scope], ['feature', 'feature', feature], ...codes(errors)]),
  ),
  ...Object.values(collection.pages).flatMap(({ module, definition: { name, errors } }) =>
    named(module, name, codes(errors)),
  ),
  ...Object.values(collection.subscriptions).flatMap(({ module, definition: { name, event, job } }) =>
    named(module, name, [
      ['event', 'event', event === '*' ? undefined : event],
      ['job', 'job', job],
    ]),
  ),
  ...Object.values(collection.quotas).flatMap(({ module, definition: { name, counts, error } }) =>
    named(module, name, [
      ['counts', 'resource', counts],
      ['error', 'error', error],
    ]),
  ),
  ...Object.values(collection.contributions).flatMap(({ module, definition: { key, to } }) =>
    named(module, key, [['to', 'extension point', to]]),
  ),
]

type Naming = readonly [word: string, to: Referable, name: string | undefined]

const named = (module: string, path: string, names: readonly Naming[]): readonly Reference[] =>
  names.flatMap(([word, to, name]) => (name === undefined ? [] : [{ module, path: `${path}.${word}`, to, name }]))

const codes = (errors: readonly string[] | undefined): readonly Naming[] =>
  (errors ?? []).map((code, index) => [`errors[${index}]`, 'error', code])
