/** The suite's own footing: what it sends as right is right, and what it sends as wrong is wrong, by a validator's word. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from 'tap'
import { objectSchema } from '#core/complete/field.ts'
import type { JsonSchema } from '#core/model.ts'
import { addFormats } from '#core/validate/formats.ts'
import type { Field } from '#definitions'
import { boundsOf, brokenOf, validOf } from './values.ts'

const ajv = new Ajv2020({ strict: false })
addFormats(ajv)

const fields: { readonly [name: string]: Field } = {
  text: { type: 'string' },
  name: { type: 'string', minLength: 2, maxLength: 5 },
  code: { type: 'string', pattern: '^[A-Z]{2}[0-9]{3}$', nullable: true },
  id: { type: 'string', format: 'uuid' },
  mail: { type: 'string', format: 'email', nullable: true },
  time: { type: 'string', format: 'date-time' },
  day: { type: 'string', format: 'date', default: '2026-01-01' },
  link: { type: 'string', format: 'uri' },
  bytes: { type: 'string', format: 'byte' },
  wait: { type: 'string', format: 'duration' },
  address: { type: 'string', format: 'ipv4' },
  other: { type: 'string', format: 'ipv6' },
  rule: { type: 'string', format: 'regex' },
  count: { type: 'integer', minimum: -3, maximum: 7 },
  any: { type: 'integer', nullable: true },
  part: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  half: { type: 'number', minimum: 0, maximum: 5, multipleOf: 0.5 },
  yes: { type: 'boolean', default: true },
  kind: { enum: ['a', 'b', 3], nullable: true },
  unit: { const: 'mm' },
  words: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 3 },
    minItems: 1,
    maxItems: 4,
    uniqueItems: true,
  },
  days: { type: 'array', items: { enum: ['mon', 'tue'] }, maxItems: 7, uniqueItems: true },
  people: {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: { type: 'string', maxLength: 9 }, age: { type: 'integer', optional: true } },
    },
    maxItems: 3,
  },
  bag: { type: 'object', additionalProperties: true, maxProperties: 2, default: {} },
  choice: {
    oneOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', minLength: 1, maxLength: 4 },
    ],
    nullable: true,
  },
  either: { anyOf: [{ type: 'boolean' }, { type: 'array', items: { type: 'boolean' } }] },
}

for (const [name, field] of Object.entries(fields)) {
  test(`what is said of '${name}' is right where it is to be right, and wrong where it is to be wrong`, (t) => {
    const schema: JsonSchema = objectSchema({ [name]: field })
    const validate = ajv.compile(schema)
    t.ok(validate(validOf(schema)), 'the least')
    t.ok(validate(validOf(schema, 'all')), 'everything')
    const refused = boundsOf(schema).filter(({ value }) => !validate(value))
    t.strictSame(refused, [])
    // A NUL character and half a character are JSON for a validator; the core looks for them by itself.
    const accepted = brokenOf(schema).filter((tried) => validate(tried.value) && !/NUL|half a/.test(tried.name))
    t.strictSame(accepted, [])
    const inner = Object(Object(schema.properties)[name])
    t.ok(brokenOf(inner).length >= 3, `${brokenOf(inner).length} ways to be wrong`)
    t.end()
  })
}
