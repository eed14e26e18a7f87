import { type Fault, fault } from '../fault.ts'
import type { ModelResource } from '../model.ts'
import type { Rule } from './check.ts'

/** What a resource lists of its fields, it has; each once, and at least one. */
export const listedFieldExists: Rule = (model) =>
  Object.values(model.resources).flatMap((resource) => [
    ...lists(resource).flatMap(([path, names]) => [
      ...(names.length === 0 ? [fault(resource.module, path, 'lists no field', { expected: 'at least one' })] : []),
      ...names.flatMap((name, index) => [
        ...missing(resource, `${path}[${index}]`, name),
        ...(names.indexOf(name) < index
          ? [fault(resource.module, `${path}[${index}]`, `'${name}' is listed twice`)]
          : []),
      ]),
    ]),
    ...Object.keys(resource.retention?.where ?? {}).flatMap((name) =>
      missing(resource, `${resource.name}.retention.where.${name}`, name),
    ),
    ...resource.key.flatMap((name, index) =>
      resource.fields.some((field) => field.name === name && field.nullable)
        ? [
            fault(resource.module, `${resource.name}.key[${index}]`, `'${name}' may be null`, {
              expected: 'a value in each row',
            }),
          ]
        : [],
    ),
  ])

const lists = ({ name, key, unique, indexes }: ModelResource): readonly (readonly [string, readonly string[]])[] => [
  [`${name}.key`, key],
  ...unique.map((each) => [`${name}.unique.${each.name}.fields`, each.fields] as const),
  ...indexes.map((each) => [`${name}.indexes.${each.name}`, each.fields] as const),
]

const missing = ({ module, fields }: ModelResource, path: string, name: string): readonly Fault[] => {
  const known = fields.map((field) => field.name)
  return known.includes(name) ? [] : [fault(module, path, `no field '${name}'`, { word: name, known })]
}
