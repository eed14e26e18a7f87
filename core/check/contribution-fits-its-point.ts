import { objectSchema } from '../complete/field.ts'
import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { refusedValues } from './refused-values.ts'

/** A contribution brings the data that its extension point holds. */
export const contributionFitsItsPoint: Rule = (model, collection) => {
  const schemas = new Map(
    Object.values(model.extensionPoints).map(({ name, holds }) => [name, objectSchema(holds)] as const),
  )
  // As it is written: in the Model its omitted members are filled.
  return Object.values(collection.contributions).flatMap(({ module, definition: { to, key, data } }) => {
    const schema = schemas.get(to)
    if (schema === undefined) return []
    return refusedValues(schema, data).map(({ place, found }) => fault(module, `${key}.data${place}`, found))
  })
}
