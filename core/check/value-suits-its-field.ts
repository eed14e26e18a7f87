import { completeField, toJsonSchema } from '../complete/field.ts'
import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { declaredFields } from './declared-fields.ts'
import { refusedValues } from './refused-values.ts'

/** Defaults, examples and the values of retention are values that their field accepts. */
export const valueSuitsItsField: Rule = (model, collection) => [
  ...declaredFields(collection).flatMap(({ module, path, field, as }) => {
    const values = [
      ...(field.default === undefined ? [] : [[`${path}.default`, field.default] as const]),
      ...(field.examples ?? []).map((example, index) => [`${path}.examples[${index}]`, example] as const),
    ]
    if (values.length === 0) return []
    const schema = as === 'column' ? completeField('', field).schema : toJsonSchema(field)
    return values.flatMap(([at, value]) =>
      refusedValues(schema, value).map(({ place, found }) => fault(module, `${at}${place}`, found)),
    )
  }),
  ...Object.values(model.resources).flatMap(({ module, name, fields, retention }) =>
    Object.entries(retention?.where ?? {}).flatMap(([member, value]) => {
      const field = fields.find((each) => each.name === member)
      const path = `${name}.retention.where.${member}`
      if (field === undefined) return []
      if (field.type === 'array' || field.type === 'object' || field.format === 'byte')
        return [fault(module, path, `'${member}' has no plain value`, { expected: 'text, a number or a boolean' })]
      return refusedValues(field.schema, value).map(({ place, found }) => fault(module, `${path}${place}`, found))
    }),
  ),
]
