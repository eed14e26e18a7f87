import { fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** `was` is a name that nothing has now: a rename takes it from one table or column alone. */
export const earlierNameIsFree: Rule = (model) => {
  const resources = Object.values(model.resources)
  const tables = resources.map(({ table }) => table)
  const earlier = resources.map(({ was }) => was)
  return resources.flatMap(({ module, name, was, fields }) => {
    const columns = fields.map((field) => field.name)
    const before = fields.map((field) => field.was)
    return [
      ...(was !== null && (tables.includes(was) || repeats(earlier, was))
        ? [fault(module, `${name}.was`, `'${was}' is a table of now, or of two resources`, { expected: 'a free name' })]
        : []),
      ...fields.flatMap((field) =>
        field.was !== null && (columns.includes(field.was) || repeats(before, field.was))
          ? [
              fault(module, `${name}.fields.${field.name}.was`, `'${field.was}' is a field of now, or of two`, {
                expected: 'a free name',
              }),
            ]
          : [],
      ),
    ]
  })
}

const repeats = (names: readonly (string | null)[], name: string): boolean =>
  names.indexOf(name) !== names.lastIndexOf(name)
