import type { Field, Fields, Json } from '#definitions'

type Members = { readonly [name: string]: Json }

/** The members with those that were omitted: their default, or null where that is allowed. Inside others too. */
export const fillMembers = (fields: Fields, members: Members): Members => ({
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const omitted = field.default ?? (field.nullable && !field.optional ? null : undefined)
      return omitted === undefined ? [] : [[name, omitted]]
    }),
  ),
  ...Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return [name, field === undefined ? value : fillValue(field, value)]
    }),
  ),
})

const fillValue = ({ items, properties }: Field, value: Json): Json => {
  if (isList(value)) return items === undefined ? value : value.map((item) => fillValue(items, item))
  const isObject = typeof value === 'object' && value !== null
  return isObject && properties !== undefined ? fillMembers(properties, value) : value
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
