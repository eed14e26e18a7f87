import * as Schema from 'effect/Schema'
import { Name, word } from './word.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'

/**
 * One member of a record, of an input or of a payload: a JSON Schema 2020-12 literal, plus the words of ours that the
 * core translates before a validator sees them. A field must be given unless it is nullable, has a default, comes
 * `from` elsewhere, is `optional` or is `readOnly`. Lengths count Unicode code points.
 */
export interface Field {
  readonly type?: FieldType
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly items?: Field
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: { readonly [name: string]: Field }
  readonly additionalProperties?: boolean | Field
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly oneOf?: readonly Field[]
  readonly anyOf?: readonly Field[]
  readonly default?: Json
  readonly examples?: readonly Json[]
  readonly doc?: string
  readonly nullable?: boolean
  readonly optional?: boolean
  readonly readOnly?: boolean
  readonly secret?: boolean
  readonly search?: boolean
  readonly unique?: boolean
  readonly ref?: string
  readonly onDelete?: 'restrict' | 'cascade' | 'clear'
  readonly from?: string
  readonly was?: string
}

const self = Schema.suspend((): Schema.Codec<Field> => Field)
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The runtime schema of `Field`. */
export const Field: Schema.Codec<Field> = Schema.Struct({
  type: word(
    Schema.Literals(['string', 'integer', 'number', 'boolean', 'array', 'object']),
    'The JSON type. Left out with `ref`, `enum`, `oneOf` and `anyOf`.',
  ),
  enum: word(Schema.Array(Schema.Json), 'The values it may take.'),
  const: word(Schema.Json, 'The one value it may take.'),
  minLength: word(count, 'The shortest text, in code points.'),
  maxLength: word(count, 'The longest text, in code points.'),
  pattern: word(Schema.String, 'A regular expression that the text must match somewhere.'),
  format: word(
    Schema.Literals(['uuid', 'email', 'date-time', 'date', 'uri', 'byte', 'duration', 'ipv4', 'ipv6', 'regex']),
    'What the text stands for; `byte` is base64 and stored as bytes, `duration` is `300ms`, `30s`, `1m`, `2h`, `5d`.',
  ),
  minimum: word(Schema.Finite, 'The least number.'),
  maximum: word(Schema.Finite, 'The greatest number.'),
  exclusiveMinimum: word(Schema.Finite, 'The number that it must exceed.'),
  exclusiveMaximum: word(Schema.Finite, 'The number that it must stay below.'),
  multipleOf: word(Schema.Finite, 'The number that divides it.'),
  items: word(self, 'What each item of an array is.'),
  minItems: word(count, 'The fewest items.'),
  maxItems: word(count, 'The most items.'),
  uniqueItems: word(Schema.Boolean, 'No two items are equal.'),
  properties: word(Schema.Record(Schema.String, self), 'The members of an object; others are refused.'),
  additionalProperties: word(Schema.Union([Schema.Boolean, self]), 'Other members of an object: true keeps them.'),
  minProperties: word(count, 'The fewest members.'),
  maxProperties: word(count, 'The most members.'),
  oneOf: word(Schema.Array(self), 'Exactly one of these holds.'),
  anyOf: word(Schema.Array(self), 'At least one of these holds.'),
  default: word(Schema.Json, 'What an omitted member becomes.'),
  examples: word(Schema.Array(Schema.Json), 'Values for documentation and tests.'),
  doc: word(Schema.String, 'One sentence for people, with its unit.'),
  nullable: word(Schema.Boolean, 'null is allowed, and is what an omitted member becomes.'),
  optional: word(Schema.Boolean, 'An omitted member stays absent. For inputs and payloads, not for records.'),
  readOnly: word(Schema.Boolean, 'Written by the system: answered, ignored in a replacement, refused elsewhere.'),
  secret: word(Schema.Boolean, 'Never logged; an answer that holds it is kept encrypted.'),
  search: word(Schema.Boolean, "The list operation's `search` looks into this text."),
  unique: word(Schema.Boolean, 'No two records of one owner hold the same value.'),
  ref: word(Name, 'The resource whose id this is.'),
  onDelete: word(
    Schema.Literals(['restrict', 'cascade', 'clear']),
    'What becomes of this record when the one it refers to goes. Default `restrict`.',
  ),
  from: word(Schema.String, 'Where an omitted member comes from: `account.name`.'),
  was: word(Name, 'The earlier name: the column is renamed and its data stays.'),
})

/** Members by name. */
export type Fields = { readonly [name: string]: Field }

/** The runtime schema of `Fields`. */
export const Fields: Schema.Codec<Fields> = Schema.Record(Name, Field)
