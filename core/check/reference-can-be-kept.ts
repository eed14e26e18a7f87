import { fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** What a field refers to has an id to keep, and a reference that is to be cleared may be null. */
export const referenceCanBeKept: Rule = (model) =>
  Object.values(model.resources).flatMap(({ module, name, fields }) =>
    fields.flatMap(({ name: field, ref, onDelete, nullable }) => {
      const path = `${name}.fields.${field}`
      const target = ref !== null && Object.hasOwn(model.resources, ref) ? model.resources[ref] : undefined
      return [
        ...(target === undefined || target.key.join() === 'id'
          ? []
          : [fault(module, `${path}.ref`, `'${ref}' has no id`, { expected: 'a resource with ids' })]),
        ...(onDelete === 'clear' && !nullable
          ? [fault(module, `${path}.onDelete`, "'clear' of what is never null", { expected: "'nullable'" })]
          : []),
      ]
    }),
  )
