import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { ownersOf } from './owners.ts'
import { references } from './references.ts'

/** A module that uses another's definition says so in `needs`: else switching that one off would break it. */
export const needsNameWhatIsUsed: Rule = (model, collection) =>
  references(collection).flatMap(({ module, path, to, name }) => {
    const owners = ownersOf(model, to)
    const owner = Object.hasOwn(owners, name) ? owners[name]?.module : undefined
    if (owner === undefined || owner === module || model.modules[owner]?.source === 'core') return []
    if (model.modules[module]?.needs.includes(owner)) return []
    return [fault(module, path, `${to} '${name}' is declared by '${owner}'`, { expected: `'${owner}' among needs` })]
  })
