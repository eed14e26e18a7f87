import type { Field, Fields } from '#definitions'
import type { Collection } from '../collect.ts'

/** A field as it is declared, wherever that is, and what it is there. */
export interface DeclaredField {
  readonly module: string
  /** As it is written: `student.fields.tags.items`. */
  readonly path: string
  /** Empty for a part, which has none. */
  readonly name: string
  readonly field: Field
  readonly of: 'record' | 'path' | 'query' | 'body' | 'output' | 'payload' | 'setting' | 'contribution'
  /** A column of a table; a member, which has a name and can be omitted; or a part of something else. */
  readonly as: 'column' | 'member' | 'part'
  /** Within `oneOf` or `anyOf`, where a validator fills nothing in. */
  readonly chosen: boolean
}

/** Every field of every definition and of all settings, those inside others too. */
export const declaredFields = (collection: Collection): readonly DeclaredField[] => [
  ...Object.values(collection.sources).flatMap(({ module }) =>
    members(module.name, 'settings', module.settings, 'setting'),
  ),
  ...Object.values(collection.resources).flatMap(({ module, definition: { name, fields } }) =>
    members(module, `${name}.fields`, fields, 'record'),
  ),
  ...Object.values(collection.operations).flatMap(({ module, definition: { name, params, query, body, output } }) => [
    ...members(module, `${name}.params`, params, 'path'),
    ...members(module, `${name}.query`, query, 'query'),
    ...whole(module, `${name}.body`, body, 'body'),
    ...whole(module, `${name}.output`, output, 'output'),
  ]),
  ...Object.values(collection.pages).flatMap(({ module, definition: { name, params } }) =>
    members(module, `${name}.params`, params, 'path'),
  ),
  ...[...Object.values(collection.events), ...Object.values(collection.jobs)].flatMap(
    ({ module, definition: { name, payload } }) => members(module, `${name}.payload`, payload, 'payload'),
  ),
  ...Object.values(collection.extensionPoints).flatMap(({ module, definition: { name, holds, input, output } }) => [
    ...members(module, `${name}.holds`, holds, 'contribution'),
    ...whole(module, `${name}.input`, input, 'body'),
    ...whole(module, `${name}.output`, output, 'output'),
  ]),
]

const members = (module: string, path: string, fields: Fields | undefined, of: DeclaredField['of']) =>
  Object.entries(fields ?? {}).flatMap(([name, field]) =>
    within({
      module,
      path: `${path}.${name}`,
      name,
      field,
      of,
      as: of === 'record' ? 'column' : 'member',
      chosen: false,
    }),
  )

const whole = (module: string, path: string, field: Field | undefined, of: DeclaredField['of']) =>
  field === undefined ? [] : within({ module, path, name: '', field, of, as: 'part', chosen: false })

const within = (declared: DeclaredField): readonly DeclaredField[] => {
  const { properties, items, additionalProperties, oneOf, anyOf } = declared.field
  const part = (field: Field, step: string, chosen = declared.chosen) =>
    within({ ...declared, field, path: `${declared.path}.${step}`, name: '', as: 'part', chosen })
  return [
    declared,
    ...Object.entries(properties ?? {}).flatMap(([name, field]) =>
      within({ ...declared, field, path: `${declared.path}.properties.${name}`, name, as: 'member' }),
    ),
    ...(items === undefined ? [] : part(items, 'items')),
    ...(typeof additionalProperties === 'object' ? part(additionalProperties, 'additionalProperties') : []),
    ...(oneOf ?? []).flatMap((field, index) => part(field, `oneOf[${index}]`, true)),
    ...(anyOf ?? []).flatMap((field, index) => part(field, `anyOf[${index}]`, true)),
  ]
}
