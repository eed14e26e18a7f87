import type { Field, FieldType, Json } from '#definitions'
import type { JsonSchema, ModelField } from '../model.ts'

/** A declared field with nothing left open. */
export const completeField = (name: string, field: Field): ModelField => {
  const type = typeOf(field)
  const nullable = field.nullable ?? false
  return {
    name,
    schema: toJsonSchema(field),
    type,
    format: field.ref === undefined ? (field.format ?? null) : 'uuid',
    nullable,
    required:
      !nullable && field.default === undefined && field.from === undefined && !field.optional && !field.readOnly,
    readOnly: field.readOnly ?? false,
    secret: holdsSecret(field),
    search: field.search ?? false,
    unique: field.unique ?? false,
    default: field.default ?? (nullable && field.from === undefined ? null : undefined),
    from: field.from ?? null,
    ref: field.ref ?? null,
    onDelete: field.onDelete ?? 'restrict',
    was: field.was ?? null,
    doc: field.doc ?? '',
    answered: true,
    textItems: type === 'array' && typeOf(field.items ?? {}) === 'string' && !field.items?.nullable,
  }
}

/** A field that the core adds to every record of a kind. */
export const inherentField = (name: string, field: Field, answered = true): ModelField => ({
  ...completeField(name, { ...field, readOnly: true }),
  default: undefined,
  answered,
})

/** Whether a value of it holds a secret anywhere. */
export const holdsSecret = (field: Field): boolean =>
  field.secret === true ||
  [
    ...Object.values(field.properties ?? {}),
    ...(field.oneOf ?? []),
    ...(field.anyOf ?? []),
    ...(field.items === undefined ? [] : [field.items]),
    ...(typeof field.additionalProperties === 'object' ? [field.additionalProperties] : []),
  ].some(holdsSecret)

/** The type of a field that leaves it out, from what it holds. */
export const typeOf = (field: Field): FieldType => {
  if (field.type !== undefined) return field.type
  if (field.ref !== undefined) return 'string'
  const sample = field.const ?? field.enum?.find((choice) => choice !== null)
  if (typeof sample === 'string' || typeof sample === 'boolean') return typeof sample as 'string' | 'boolean'
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'integer' : 'number'
  if (Array.isArray(sample)) return 'array'
  return 'object'
}

/** The words that a validator must not see; what they mean for it is written in its own words instead. */
const ours = new Set([
  ...['doc', 'nullable', 'optional', 'readOnly', 'secret', 'search', 'unique', 'ref', 'onDelete', 'from', 'was'],
  ...['properties', 'additionalProperties', 'items', 'oneOf', 'anyOf', 'default'],
])

/** JSON Schema 2020-12 for a field's value. Defaults are written where members are filled, not here. */
export const toJsonSchema = (field: Field): JsonSchema => {
  const schema: { [keyword: string]: Json } = {}
  for (const [word, value] of Object.entries(field)) if (!ours.has(word)) schema[word] = value
  if (field.type === 'integer' && field.enum === undefined) Object.assign(schema, bounds(field))
  if (field.ref !== undefined) Object.assign(schema, { type: 'string', format: 'uuid' })
  if (field.doc !== undefined) schema.description = field.doc
  if (field.items !== undefined) schema.items = toJsonSchema(field.items)
  for (const word of ['oneOf', 'anyOf'] as const) {
    const parts = field[word]
    if (parts !== undefined) schema[word] = parts.map(toJsonSchema)
  }
  if (field.properties !== undefined) Object.assign(schema, objectSchema(field.properties))
  if (field.additionalProperties !== undefined) {
    const more = field.additionalProperties
    schema.additionalProperties = typeof more === 'boolean' ? more : toJsonSchema(more)
  }
  return field.nullable ? orNull(schema) : schema
}

/** What has no bounds of its own gets those of its column: what passes a validator must be storable. */
const bounds = ({ minimum, maximum }: Field) => {
  const isWide = [minimum, maximum].some((bound) => bound !== undefined && Math.abs(bound) > 2_147_483_648)
  const most = isWide ? Number.MAX_SAFE_INTEGER : 2_147_483_647
  return { minimum: minimum ?? (isWide ? -most : -most - 1), maximum: maximum ?? most }
}

/** An object of these members and no others; omitted ones become their default. */
export const objectSchema = (fields: { readonly [name: string]: Field }): JsonSchema => {
  const required = Object.entries(fields).filter(([name, field]) => completeField(name, field).required)
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withDefault(field)])),
    ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}),
    additionalProperties: false,
  }
}

const withDefault = (field: Field): JsonSchema => {
  const schema = toJsonSchema(field)
  if (field.default !== undefined) return { ...schema, default: field.default }
  return field.nullable && !field.optional && field.from === undefined ? { ...schema, default: null } : schema
}

const orNull = (schema: JsonSchema): JsonSchema => {
  const { type, enum: choices, const: only, ...rest } = schema
  if (only !== undefined) return { ...rest, enum: [only, null] }
  if (Array.isArray(choices)) return { ...rest, enum: [...choices, null] }
  if (typeof type === 'string') return { ...rest, type: [type, 'null'] }
  return { anyOf: [rest, { type: 'null' }] }
}
