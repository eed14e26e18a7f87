import type { Detail, Json } from '#definitions'
import type { JsonSchema } from '../model.ts'
import { toPointerStep } from './json-pointer.ts'

/** The members of a query string as the schema's types; what doesn't fit its type stays text, for the validator to tell. */
export const toQueryMembers = (
  text: string,
  schema: JsonSchema,
): { readonly members: { readonly [name: string]: Json }; readonly details: readonly Detail[] } => {
  if (text === '') return { members: {}, details: [] }
  const properties = isObject(schema.properties) ? schema.properties : {}
  const members = new Map<string, Json>()
  const details: Detail[] = []
  for (const [name, value] of new URLSearchParams(text)) {
    if (members.has(name)) details.push({ in: 'query', path: toPointerStep(name), message: 'is given more than once' })
    else if (value.includes('\0'))
      details.push({ in: 'query', path: toPointerStep(name), message: 'must not hold a NUL character' })
    const property = properties[name]
    members.set(name, toTyped(value, isObject(property) ? property : {}))
  }
  return { members: Object.fromEntries(members), details }
}

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toTyped = (value: string, { type }: JsonSchema): Json => {
  if ((type === 'integer' || type === 'number') && /^-?[0-9]{1,15}$/.test(value)) return Number(value)
  if (type === 'number' && /^-?[0-9]{1,15}\.[0-9]{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
