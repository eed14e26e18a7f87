/** Validation against an independent, naive reading of what is declared. */
import fc from 'fast-check'
import { test } from 'tap'
import { completeField, objectSchema } from '#core/complete/field.ts'
import { compile } from '#core/validate/compile.ts'
import type { Field, Json } from '#definitions'

type Members = { readonly [name: string]: Json }

const isMembers = (value: Json): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEqual = (one: Json, other: Json): boolean => canonical(one) === canonical(other)

const canonical = (value: Json): string =>
  JSON.stringify(value, (_, each) => (isMembers(each) ? Object.fromEntries(Object.entries(each).sort()) : each))

const isUuid = (text: string) => /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(text)

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  return year > 0 && days !== undefined && day >= 1 && day <= days
}

const formats: { readonly [format: string]: (text: string) => boolean } = {
  uuid: isUuid,
  date: isDay,
  duration: (text) => /^[1-9]\d*(ms|s|m|h|d)$/.test(text) && text.length < 10,
  byte: (text) =>
    text.length % 4 === 0 &&
    Buffer.from(text, 'base64').length === (text.length / 4) * 3 - (/=*$/.exec(text)?.[0].length ?? 0) &&
    /^[\w+/]*=*$/.test(text) &&
    !text.includes('_'),
}

/** Whether the field takes the value, word by word of the language. */
const takes = (field: Field, value: Json): boolean => {
  if (value === null && field.nullable) return true
  if (field.enum !== undefined && !field.enum.some((choice) => isEqual(choice, value))) return false
  if (field.const !== undefined && !isEqual(field.const, value)) return false
  if (field.ref !== undefined) return typeof value === 'string' && isUuid(value)
  if (field.oneOf !== undefined && field.oneOf.filter((each) => takes(each, value)).length !== 1) return false
  if (field.anyOf !== undefined && !field.anyOf.some((each) => takes(each, value))) return false
  switch (field.type) {
    case undefined:
      return true
    case 'boolean':
      return typeof value === 'boolean'
    case 'string':
      return typeof value === 'string' && takesText(field, value)
    case 'integer':
    case 'number':
      return typeof value === 'number' && takesNumber(field, value)
    case 'array':
      return Array.isArray(value) && takesItems(field, value)
    case 'object':
      return isMembers(value) && takesMembers(field, value)
    default:
      return false
  }
}

/** As decimal digits say it: 0.07 is seven times 0.01. */
const isWhole = (quotient: number): boolean => Math.abs(quotient - Math.round(quotient)) < 1e-9

const takesText = (field: Field, text: string): boolean => {
  const length = Array.from(text).length
  return (
    length >= (field.minLength ?? 0) &&
    length <= (field.maxLength ?? Number.POSITIVE_INFINITY) &&
    (field.pattern === undefined || new RegExp(field.pattern, 'u').test(text)) &&
    (field.format === undefined || formats[field.format]?.(text) === true)
  )
}

const takesNumber = (field: Field, value: number): boolean => {
  if (field.type === 'integer' && !Number.isInteger(value)) return false
  const [least, most] = field.type === 'integer' ? [-(2 ** 31), 2 ** 31 - 1] : [-Infinity, Infinity]
  return (
    value >= (field.minimum ?? least) &&
    value <= (field.maximum ?? most) &&
    value > (field.exclusiveMinimum ?? -Infinity) &&
    value < (field.exclusiveMaximum ?? Infinity) &&
    (field.multipleOf === undefined || isWhole(value / field.multipleOf))
  )
}

const takesItems = (
  { items, minItems = 0, maxItems = Infinity, uniqueItems }: Field,
  value: readonly Json[],
): boolean =>
  value.length >= minItems &&
  value.length <= maxItems &&
  (items === undefined || value.every((item) => takes(items, item))) &&
  (uniqueItems !== true || new Set(value.map(canonical)).size === value.length)

const takesMembers = (field: Field, value: Members): boolean => {
  const { properties, additionalProperties = properties === undefined } = field
  const count = Object.keys(filled(field, value)).length
  return (
    count >= (field.minProperties ?? 0) &&
    count <= (field.maxProperties ?? Number.POSITIVE_INFINITY) &&
    Object.entries(properties ?? {}).every(([name, member]) =>
      Object.hasOwn(value, name) ? takes(member, value[name] ?? null) : isOmittable(member),
    ) &&
    Object.entries(value)
      .filter(([name]) => !Object.hasOwn(properties ?? {}, name))
      .every(([_, each]) =>
        typeof additionalProperties === 'boolean' ? additionalProperties : takes(additionalProperties, each),
      )
  )
}

const isOmittable = ({ nullable, optional, default: usual }: Field): boolean =>
  nullable === true || optional === true || usual !== undefined

/** What an omitted member becomes. */
const filled = ({ properties = {} }: Field, value: Members): Members => {
  const missing = Object.entries(properties).flatMap(([name, { default: usual, nullable, optional }]) => {
    if (Object.hasOwn(value, name) || optional) return []
    if (usual !== undefined) return [[name, usual] as const]
    return nullable ? [[name, null] as const] : []
  })
  return { ...value, ...Object.fromEntries(missing) }
}

const count = fc.nat({ max: 4 })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

/** Leaves out what is undefined: a word that is not said. */
const said = (field: { readonly [word: string]: unknown }): Field =>
  JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined))))

const ordered = (least: number | undefined, room: number | undefined) =>
  room === undefined ? undefined : (least ?? 0) + room

const text = fc
  .record({ low: maybe(count), room: maybe(count), pattern: maybe(fc.constantFrom('^a', 'b$', '^[ab😀]*$')) })
  .map(({ low, room, pattern }) => said({ type: 'string', minLength: low, maxLength: ordered(low, room), pattern }))
const formed = fc.constantFrom('uuid', 'date', 'duration', 'byte').map((format) => said({ type: 'string', format }))
const numeric = fc
  .record({
    type: fc.constantFrom('integer', 'number'),
    minimum: maybe(fc.integer({ min: -5, max: 5 })),
    room: maybe(count),
    exclusiveMinimum: maybe(fc.integer({ min: -5, max: 0 })),
    exclusiveMaximum: maybe(fc.integer({ min: 1, max: 9 })),
    multipleOf: maybe(fc.constantFrom(2, 0.5, 3, 0.01)),
  })
  .map(({ room, ...words }) => said({ ...words, maximum: ordered(words.minimum, room) }))
const choice = fc
  .uniqueArray(fc.constantFrom<Json>('a', 'b', 1, 2, true), { minLength: 1, maxLength: 3 })
  .map((each) => said({ enum: each }))
const only = fc.constantFrom<Json>('a', 1, false).map((each) => said({ const: each }))
const plain = fc.oneof(
  text,
  formed,
  numeric,
  choice,
  only,
  fc.constant(said({ type: 'boolean' })),
  fc.constant(said({ ref: 'thing' })),
)

const { field } = fc.letrec<{ field: Field; list: Field; record: Field; union: Field }>((tie) => ({
  field: fc
    .tuple(
      fc.oneof({ depthSize: 'small', withCrossShrink: true }, plain, tie('list'), tie('record'), tie('union')),
      maybe(fc.constant(true)),
    )
    .map(([each, nullable]) => said({ ...each, nullable })),
  list: fc
    .record({ items: tie('field'), low: maybe(count), room: maybe(count), unique: maybe(fc.boolean()) })
    .map(({ items, low, room, unique }) =>
      // What is equal after defaults are filled is looked at before: lists of objects don't ask for it here.
      said({
        type: 'array',
        items,
        minItems: low,
        maxItems: ordered(low, room),
        uniqueItems: items.properties ? undefined : unique,
      }),
    ),
  record: fc
    .record({
      properties: fc.dictionary(
        fc.constantFrom('a', 'b', '__proto__', 'c d'),
        fc.tuple(tie('field'), maybe(fc.constant(true))),
        { maxKeys: 3, noNullPrototype: true },
      ),
      more: maybe(fc.oneof(fc.boolean(), plain)),
      most: maybe(fc.integer({ min: 3, max: 5 })),
    })
    .map(({ properties, more, most }) =>
      said({
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(properties)
            .filter(([name]) => name !== '__proto__')
            .map(([name, [each, optional]]) => [name, said({ ...each, optional })]),
        ),
        additionalProperties: more,
        maxProperties: most,
      }),
    ),
  union: fc
    .tuple(fc.constantFrom('oneOf', 'anyOf'), fc.array(plain, { minLength: 1, maxLength: 3 }))
    .map(([word, parts]) => said({ [word]: parts })),
}))

const strings = fc.constantFrom(
  '',
  'a',
  'b',
  'ab',
  'aab',
  '😀',
  'a😀',
  '😀😀😀',
  'abcdefgh',
  '01900000-0000-7000-8000-000000000000',
  '2024-02-29',
  '2023-02-29',
  '2026-11-21',
  '5m',
  '300ms',
  '0s',
  'AAEC',
  'AAE=',
  'AA==',
  'A',
  '*',
)
const numbers = fc.oneof(
  fc.integer({ min: -8, max: 10 }),
  fc.constantFrom(0.5, 1.5, 0.07, 4.35, 0.075, -0, 2 ** 31, -(2 ** 31) - 1, 1e21, 5e-324),
)
const { value } = fc.letrec<{ value: Json; list: Json[]; record: Members }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    strings,
    numbers,
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }),
  record: fc.dictionary(fc.constantFrom('a', 'b', 'c d', 'z', 'constructor'), tie('value'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
}))

/** A value that the field may well take: most of what is drawn at random is refused for its type alone. */
const near = (declared: Field): fc.Arbitrary<Json> => {
  const given: readonly fc.Arbitrary<Json>[] = [
    ...(declared.nullable ? [fc.constant(null)] : []),
    ...(declared.enum === undefined ? [] : [fc.constantFrom(...declared.enum)]),
    ...(declared.const === undefined ? [] : [fc.constant(declared.const)]),
    ...[...(declared.oneOf ?? []), ...(declared.anyOf ?? [])].map(near),
    ...(declared.type === 'string' || declared.ref !== undefined ? [strings] : []),
    ...(declared.type === 'integer' || declared.type === 'number' ? [numbers] : []),
    ...(declared.type === 'boolean' ? [fc.boolean()] : []),
    ...(declared.type === 'array' ? [fc.array(near(declared.items ?? {}), { maxLength: 6 })] : []),
    ...(declared.type === 'object' ? [nearMembers(declared)] : []),
  ]
  const [first = value, ...rest] = given
  return fc.oneof({ arbitrary: fc.oneof(first, ...rest), weight: 8 }, { arbitrary: value, weight: 1 })
}

const nearMembers = ({ properties = {}, additionalProperties }: Field): fc.Arbitrary<Json> => {
  const known = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, near(member)]))
  const more = typeof additionalProperties === 'object' ? near(additionalProperties) : value
  const strange = fc.dictionary(fc.constantFrom('z', 'constructor'), more, { maxKeys: 1, noNullPrototype: true })
  return fc
    .tuple(fc.record(known, { requiredKeys: [] }), fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, strange))
    .map(([one, other]) => ({ ...one, ...other }) as Json)
}

test('a body is accepted when, and only when, every word of its declaration holds', (t) => {
  let accepted = 0
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('one', 'two', 'three'), field, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
      fc.gen(),
      (fields, draw) => {
        const whole: Field = { type: 'object', properties: fields }
        const validate = compile(objectSchema(fields), 'body')
        for (let round = 0; round < 20; round += 1) {
          const given = draw(near, whole)
          const expected = takes(whole, given)
          if (expected) accepted += 1
          const found = validate(structuredClone(given)).length === 0
          if (found !== expected) throw new Error(`${JSON.stringify(given)} is ${found ? 'accepted' : 'refused'}`)
        }
      },
    ),
    { seed: 20261121, numRuns: 250 },
  )
  t.ok(accepted > 600, `of 5000 bodies ${accepted} fit`)
  t.end()
})

test('what is omitted becomes what is declared, and nothing else is touched', (t) => {
  const fields: { readonly [name: string]: Field } = {
    given: { type: 'string' },
    empty: { type: 'string', nullable: true },
    usual: { type: 'array', items: { type: 'string' }, default: ['a'] },
    maybe: { type: 'string', optional: true },
    inner: { type: 'object', properties: { deep: { type: 'integer', default: 3 } } },
  }
  const validate = compile(objectSchema(fields), 'body')
  const [one, other] = [
    { given: 'x', inner: {} },
    { given: 'y', empty: 'e', usual: [], maybe: 'm', inner: { deep: 4 } },
  ]
  t.strictSame([validate(one), validate(other)], [[], []])
  t.strictSame(one, { given: 'x', inner: { deep: 3 }, empty: null, usual: ['a'] })
  t.strictSame(other, { given: 'y', empty: 'e', usual: [], maybe: 'm', inner: { deep: 4 } })
  const again: { usual?: string[]; given: string; inner: object } = { given: 'x', inner: {} }
  validate(again)
  again.usual?.push('b')
  const last: { usual?: string[]; given: string; inner: object } = { given: 'x', inner: {} }
  validate(last)
  t.strictSame(last.usual, ['a'], 'a default is nobody’s to change')
  t.end()
})

test('what a validator accepts of a number, its column can hold', (t) => {
  const bounds = (declared: Field) => {
    const { minimum, maximum } = completeField('x', declared).schema
    return [minimum, maximum]
  }
  t.strictSame(bounds({ type: 'integer' }), [-2_147_483_648, 2_147_483_647])
  t.strictSame(bounds({ type: 'integer', minimum: 1 }), [1, 2_147_483_647])
  t.strictSame(bounds({ type: 'integer', nullable: true }), [-2_147_483_648, 2_147_483_647])
  t.strictSame(
    bounds({ type: 'integer', maximum: 9_007_199_254_740_991 }),
    [-9_007_199_254_740_991, 9_007_199_254_740_991],
  )
  t.strictSame(bounds({ enum: [1, 2] }), [undefined, undefined])
  t.end()
})
