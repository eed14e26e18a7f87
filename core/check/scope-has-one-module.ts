import type { Collection } from '../collect.ts'
import { type Fault, fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** A scope, and a feature, is declared by one module. */
export const scopeHasOneModule: Rule = (_, collection) => [
  ...shared(collection, 'scopes'),
  ...shared(collection, 'features'),
]

const shared = ({ sources }: Collection, word: 'scopes' | 'features'): readonly Fault[] => {
  const owners = new Map<string, string>()
  return Object.values(sources).flatMap(({ module }) =>
    Object.keys(module[word] ?? {}).flatMap((name) => {
      const owner = owners.get(name)
      if (owner === undefined) {
        owners.set(name, module.name)
        return []
      }
      return [
        fault(module.name, `${word}.${name}`, `declared in '${owner}' too`, { expected: 'one owner for each name' }),
      ]
    }),
  )
}
