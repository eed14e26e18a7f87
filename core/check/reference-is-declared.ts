import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { ownersOf } from './owners.ts'
import { references } from './references.ts'

/** Whatever a definition names is declared: resource, scope, feature, error, quota, event, job, extension point. */
export const referenceIsDeclared: Rule = (model, collection) =>
  references(collection).flatMap(({ module, path, to, name }) => {
    const owners = ownersOf(model, to)
    if (Object.hasOwn(owners, name)) return []
    // A needed module that couldn't be read may declare it; its own faults come first.
    const mayBeUnread = collection.undecoded.some((unread) => model.modules[module]?.needs.includes(unread))
    return mayBeUnread ? [] : [fault(module, path, `no ${to} '${name}'`, { word: name, known: Object.keys(owners) })]
  })
