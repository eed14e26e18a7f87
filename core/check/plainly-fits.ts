import type { Json } from '#definitions'
import { toMilliseconds } from '../duration.ts'
import type { JsonSchema } from '../model.ts'

/** The words that are judged here. */
const judged = new Set([
  ...['type', 'enum', 'format', 'minLength', 'maxLength', 'minimum', 'maximum', 'description'],
  ...['items', 'maxItems', 'properties', 'additionalProperties', 'maxProperties'],
])

/**
 * Whether a value fits a schema for a reason that is plain to see: it is one of the choices, a duration, a number within
 * bounds, an empty object. Most defaults do, and making a validator for each, at about 1 ms, would take most of the time
 * of a start's checks. false says nothing: a validator has to be asked.
 */
export const plainlyFits = (schema: JsonSchema, value: Json): boolean => {
  if (!Object.keys(schema).every((word) => judged.has(word))) return false
  const { enum: choices, format, items, maxItems = Infinity, minimum = -Infinity, maximum = Infinity } = schema
  if (Array.isArray(choices)) return typeof value !== 'object' && choices.includes(value)
  const may = (type: string) => [schema.type].flat().includes(type)
  if (value === null) return may('null')
  if (typeof value === 'boolean') return may('boolean')
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Infinity } = schema
    const length = [...value].length
    const isFormed = format === undefined || (format === 'duration' && toMilliseconds(value) !== undefined)
    return may('string') && isFormed && length >= Number(minLength) && length <= Number(maxLength)
  }
  if (typeof value === 'number') {
    const isNumber = may('number') || (may('integer') && Number.isInteger(value))
    return isNumber && value >= Number(minimum) && value <= Number(maximum)
  }
  if (!Array.isArray(value)) return may('object') && Object.keys(value).length === 0
  const fits = (item: Json) => isSchema(items) && plainlyFits(items, item)
  return may('array') && value.length <= Number(maxItems) && value.every(fits)
}

const isSchema = (items: Json | undefined): items is JsonSchema =>
  typeof items === 'object' && items !== null && !Array.isArray(items)
