import { objectSchema } from '../complete/field.ts'
import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { refusedValues } from './refused-values.ts'

/** A contribution brings the data that its extension point holds. */
export const contributionFitsItsPoint: Rule = (model) => {
  const schemas = new Map(
    Object.values(model.extensionPoints).map(({ name, holds }) => [name, objectSchema(holds)] as const),
  )
  return Object.values(model.contributions).flatMap(({ module, to, key, data }) => {
    const schema = schemas.get(to)
    if (schema === undefined) return []
    return refusedValues(schema, data).map(({ place, found }) => fault(module, `${key}.data${place}`, found))
  })
}
