import { fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** What a module needs is there and, when the module is switched on, is switched on too. */
export const needsNameModules: Rule = (model, { undecoded }) =>
  Object.values(model.modules).flatMap(({ name, needs, enabled }) =>
    needs.flatMap((needed, index) => {
      const path = `needs[${index}]`
      if (needed === name) return [fault(name, path, 'a module needs itself', { expected: 'other modules' })]
      if (needs.indexOf(needed) < index) return [fault(name, path, `'${needed}' is named twice`)]
      if (undecoded.includes(needed)) return []
      if (!Object.hasOwn(model.modules, needed)) {
        return [fault(name, path, `no module '${needed}'`, { word: needed, known: Object.keys(model.modules) })]
      }
      return enabled && model.modules[needed]?.enabled === false
        ? [fault(name, path, `'${needed}' is switched off`, { expected: `it switched on, or '${name}' off too` })]
        : []
    }),
  )
