import { type Fault, fault } from '../fault.ts'
import type { ModelResource } from '../model.ts'
import type { Rule } from './check.ts'

/** No two resources share a table or a plural, switched off or not: the tables of both are there. */
export const tableHasOneResource: Rule = (model) => {
  const resources = Object.values(model.resources)
  return [...shared(resources, 'table', ({ table }) => table), ...shared(resources, 'plural', ({ plural }) => plural)]
}

const shared = (
  resources: readonly ModelResource[],
  word: 'table' | 'plural',
  nameOf: (resource: ModelResource) => string,
): readonly Fault[] => {
  const owners = new Map<string, ModelResource>()
  return resources.flatMap((resource) => {
    const owner = owners.get(nameOf(resource))
    if (owner === undefined) {
      owners.set(nameOf(resource), resource)
      return []
    }
    const found = `'${nameOf(resource)}' is the ${word} of '${owner.name}' in '${owner.module}' too`
    return [fault(resource.module, `${resource.name}.${word}`, found, { expected: `one resource for each ${word}` })]
  })
}
