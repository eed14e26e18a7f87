/** Values that a JSON Schema accepts, those at its bounds, and those that break one rule each. */
import fc from 'fast-check'
import type { JsonSchema } from '#core/model.ts'
import type { Json } from '#definitions'

/** A value, what it tries, and where (a JSON Pointer). */
export interface Tried {
  readonly name: string
  readonly path: string
  readonly value: Json
}

let made = 0

const isSchema = (value: Json | undefined): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const schemasOf = (value: Json | undefined): readonly JsonSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : []

const choicesOf = ({ enum: choices, const: only }: JsonSchema): readonly Json[] | undefined =>
  only !== undefined ? [only] : Array.isArray(choices) ? choices : undefined

/** The types that it takes; all of them where it says nothing. */
const typesOf = (schema: JsonSchema): readonly string[] => {
  if (typeof schema.type === 'string') return [schema.type]
  if (Array.isArray(schema.type)) return schema.type.filter((type) => typeof type === 'string')
  return []
}

/** The types that any of its alternatives takes. */
const takenTypes = (schema: JsonSchema): readonly string[] => [
  ...typesOf(schema),
  ...alternatives(schema).flatMap(takenTypes),
  ...(choicesOf(schema) ?? []).map((choice) =>
    Array.isArray(choice) ? 'array' : choice === null ? 'null' : typeof choice,
  ),
]

const alternatives = (schema: JsonSchema): readonly JsonSchema[] => [
  ...schemasOf(schema.oneOf),
  ...schemasOf(schema.anyOf),
]

const propertiesOf = ({ properties }: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  isSchema(properties)
    ? Object.entries(properties).flatMap(([name, member]) => (isSchema(member) ? [[name, member] as const] : []))
    : []

const requiredOf = ({ required }: JsonSchema): readonly string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []

const number = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined)

const formats: { readonly [format: string]: () => string } = {
  uuid: () => `01900000-0000-7000-8000-${String(made++).padStart(12, '0')}`,
  email: () => `a${made++}@example.test`,
  'date-time': () => '2026-11-21T04:16:27.446Z',
  date: () => '2026-11-21',
  uri: () => `https://example.test/${made++}`,
  byte: () => 'AAEC',
  duration: () => '5m',
  ipv4: () => '192.0.2.1',
  ipv6: () => '2001:db8::1',
  regex: () => '^a+$',
}

/** Text of just so many characters, new each time as far as they allow. */
const textOf = (length: number, letter = 'x'): string => {
  const tail = String(made++).slice(-length)
  return length === 0 ? '' : `${letter.repeat(length - tail.length)}${tail}`
}

const validText = (schema: JsonSchema): string => {
  if (typeof schema.pattern === 'string') {
    const text = fc.stringMatching(new RegExp(schema.pattern, 'u'))
    return fc.sample(text, { seed: made++, numRuns: 1 })[0] ?? ''
  }
  if (typeof schema.format === 'string') return formats[schema.format]?.() ?? ''
  return textOf(Math.max(number(schema.minLength) ?? 0, Math.min(number(schema.maxLength) ?? 12, 12)))
}

const validNumber = (schema: JsonSchema): number => {
  const isWhole = typesOf(schema).includes('integer')
  const step = number(schema.multipleOf) ?? (isWhole ? 1 : 0.5)
  const above = number(schema.exclusiveMinimum)
  const low = number(schema.minimum) ?? (above === undefined ? 0 : above + step)
  const least = number(schema.minimum) !== undefined && Number(schema.minimum) < 0 ? 0 : low
  const high = number(schema.maximum) ?? number(schema.exclusiveMaximum) ?? Number.POSITIVE_INFINITY
  // New each time where there is room: the field may be unique.
  return isWhole && high - least > 1000 ? least + (made++ % 1000) : Math.ceil(least / step) * step
}

const validItems = (schema: JsonSchema, count: number): Json[] => {
  const items = isSchema(schema.items) ? schema.items : {}
  const choices = choicesOf(items)
  return Array.from({ length: count }, (_, index) => choices?.[index % choices.length] ?? validOf(items))
}

/** A value that the schema accepts; of an object, `members` says which members beside the required ones. */
export const validOf = (schema: JsonSchema, members: 'required' | 'all' = 'required'): Json => {
  const [choice] = choicesOf(schema) ?? []
  if (choice !== undefined) return choice
  const [alternative] = alternatives(schema)
  if (alternative !== undefined) return validOf(alternative, members)
  switch (typesOf(schema).find((type) => type !== 'null')) {
    case 'string':
      return validText(schema)
    case 'integer':
    case 'number':
      return validNumber(schema)
    case 'boolean':
      return true
    case 'array':
      return validItems(schema, Math.max(number(schema.minItems) ?? 0, members === 'all' ? 1 : 0))
    case 'object': {
      const needed = requiredOf(schema)
      return Object.fromEntries(
        propertiesOf(schema)
          .filter(([name, { readOnly }]) => (needed.includes(name) || members === 'all') && readOnly !== true)
          .map(([name, member]) => [name, validOf(member, members)]),
      )
    }
    default:
      return null
  }
}

/** Values that the schema accepts, at its bounds and in each of its forms. */
export const boundsOf = (schema: JsonSchema, path = ''): readonly Tried[] => {
  const tried = (name: string, value: Json): Tried => ({ name, path, value })
  const choices = choicesOf(schema)
  if (choices !== undefined) return choices.map((choice) => tried(`the choice ${JSON.stringify(choice)}`, choice))
  const types = typesOf(schema)
  return [
    ...(types.includes('null') ? [tried('null', null)] : []),
    ...alternatives(schema).flatMap((each) => boundsOf(each, path)),
    ...(types.includes('string')
      ? textBounds(schema).map((value) => tried(`text of ${[...value].length}`, value))
      : []),
    ...(types.includes('boolean') ? [true, false].map((value) => tried(`${value}`, value)) : []),
    ...(types.some((type) => type === 'integer' || type === 'number')
      ? numberBounds(schema).map((value) => tried(`${value}`, value))
      : []),
    ...(types.includes('array') ? arrayBounds(schema).map((value) => tried(`${value.length} items`, value)) : []),
    ...(types.includes('object') ? objectBounds(schema, path) : []),
  ]
}

const textBounds = (schema: JsonSchema): readonly string[] => {
  if (schema.pattern !== undefined || schema.format !== undefined) return [validText(schema)]
  const [low, high] = [number(schema.minLength) ?? 0, Math.min(number(schema.maxLength) ?? 1000, 10_000)]
  return [textOf(low), textOf(high), textOf(high, '長'), textOf(high, '😀')]
}

const numberBounds = (schema: JsonSchema): readonly number[] => {
  const step = number(schema.multipleOf) ?? (typesOf(schema).includes('integer') ? 1 : 0.001)
  const [above, below] = [number(schema.exclusiveMinimum), number(schema.exclusiveMaximum)]
  return [
    number(schema.minimum),
    number(schema.maximum),
    above === undefined ? undefined : above + step,
    below === undefined ? undefined : below - step,
    validNumber(schema),
  ].filter((each) => each !== undefined)
}

const arrayBounds = (schema: JsonSchema): readonly (readonly Json[])[] => {
  const items = isSchema(schema.items) ? schema.items : {}
  const choices = schema.uniqueItems === true ? choicesOf(items)?.length : undefined
  const high = Math.min(number(schema.maxItems) ?? 100, choices ?? Number.POSITIVE_INFINITY)
  return [
    validItems(schema, number(schema.minItems) ?? 0),
    validItems(schema, high),
    ...(high > 0
      ? boundsOf(items).map(({ value }) => [value, ...validItems(schema, (number(schema.minItems) ?? 1) - 1)])
      : []),
  ]
}

/** Each member at its bounds, beside the least that the object needs. */
const objectBounds = (schema: JsonSchema, path: string): readonly Tried[] => [
  { name: 'only what is required', path, value: validOf(schema) },
  { name: 'all there is', path, value: validOf(schema, 'all') },
  ...propertiesOf(schema).flatMap(([name, member]) =>
    member.readOnly === true
      ? [{ name: 'what the system writes', path: `${path}/${name}`, value: withMember(schema, name, 'nonsense') }]
      : boundsOf(member, `${path}/${name}`).map((tried) => ({
          ...tried,
          value: withMember(schema, name, tried.value),
        })),
  ),
]

const withMember = (schema: JsonSchema, name: string, value: Json): Json => {
  const least = validOf(schema)
  return isSchema(least) ? { ...least, [name]: value } : value
}

const samples: readonly (readonly [type: string, value: Json])[] = [
  ['null', null],
  ['boolean', true],
  ['number', 1.5],
  ['string', 'x\u0001'],
  ['array', []],
  ['object', {}],
]

/** Values that break one rule each, and where that is to be told. */
export const brokenOf = (schema: JsonSchema, path = ''): readonly Tried[] => {
  const tried = (name: string, value: Json, at = path): Tried => ({ name, path: at, value })
  const types = typesOf(schema)
  const takes = (type: string) => types.includes(type) || (type === 'number' && types.includes('integer'))
  const choices = choicesOf(schema)
  if (choices !== undefined) {
    const others = samples.filter(
      ([, value]) => !choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value)),
    )
    return others.map(([type, value]) => tried(`${type} that is no choice`, value))
  }
  if (alternatives(schema).length > 0) {
    const taken = takenTypes(schema)
    const strange = samples.filter(
      ([type]) => !taken.includes(type) && !(type === 'number' && taken.includes('integer')),
    )
    return strange.map(([type, value]) => tried(`${type}, which no alternative takes`, value))
  }
  if (types.length === 0) return []
  return [
    ...samples.filter(([type]) => !takes(type)).map(([type, value]) => tried(`${type} as a type`, value)),
    ...(types.includes('string') ? brokenTexts(schema).map(([name, value]) => tried(name, value)) : []),
    ...(takes('number') ? brokenNumbers(schema).map(([name, value]) => tried(name, value)) : []),
    ...(types.includes('array') ? brokenArrays(schema, path) : []),
    ...(types.includes('object') ? brokenObjects(schema, path) : []),
  ]
}

const misformed: { readonly [format: string]: readonly string[] } = {
  uuid: ['x', '01900000-0000-7000-8000-00000000000', '{01900000-0000-7000-8000-000000000000}'],
  email: ['x', 'a@', '@b.co', 'a b@c.de'],
  'date-time': ['2026-11-21', '2026-11-21 04:16:27Z', '2026-13-01T00:00:00Z', '2026-11-21T04:16:27'],
  date: ['2026-02-30', '21.11.2026', '2026-11-21T00:00:00Z'],
  uri: ['x', '/x', '//x'],
  byte: ['*', 'abc', 'ab==='],
  duration: ['5', 'm', '0m', '-5m', '1.5h'],
  ipv4: ['256.0.0.1', '1.2.3'],
  ipv6: [':::', '1.2.3.4'],
  regex: ['(', '['],
}

const brokenTexts = (schema: JsonSchema): readonly (readonly [string, string])[] => {
  const [low, high] = [number(schema.minLength) ?? 0, number(schema.maxLength)]
  const isFree = schema.pattern === undefined && schema.format === undefined
  return [
    ['text with a NUL character', `a\0b`],
    ['half a character', `a\ud83d`],
    ...(low > 0 ? [['text that is too short', textOf(low - 1)] as const] : []),
    ...(high === undefined ? [] : [['text that is too long', 'x'.repeat(high + 1)] as const]),
    ...(high !== undefined && isFree
      ? [['text that is too long by one wide character', '😀'.repeat(high + 1)] as const]
      : []),
    ...(typeof schema.pattern === 'string' ? [['text of another pattern', ' \u0001'] as const] : []),
    ...(typeof schema.format === 'string'
      ? (misformed[schema.format] ?? []).map((text) => [`${text} as ${schema.format}`, text] as const)
      : []),
  ]
}

const brokenNumbers = (schema: JsonSchema): readonly (readonly [string, number])[] => {
  const step = number(schema.multipleOf) ?? 1
  const beyond: readonly (readonly [string, number | undefined])[] = [
    ['less than the least', add(number(schema.minimum), -step)],
    ['more than the most', add(number(schema.maximum), step)],
    ['the bound that must be exceeded', number(schema.exclusiveMinimum)],
    ['the bound that must not be reached', number(schema.exclusiveMaximum)],
    ['a part of the step', schema.multipleOf === undefined ? undefined : validNumber(schema) + step / 4],
    ['a fraction', typesOf(schema).includes('integer') ? validNumber(schema) + 0.5 : undefined],
    ['far too much', schema.maximum === undefined && schema.exclusiveMaximum === undefined ? undefined : 1e300],
  ]
  return beyond.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

const add = (bound: number | undefined, step: number): number | undefined =>
  bound === undefined ? undefined : bound + step

const brokenArrays = (schema: JsonSchema, path: string): readonly Tried[] => {
  const items = isSchema(schema.items) ? schema.items : {}
  const [low, high] = [number(schema.minItems) ?? 0, number(schema.maxItems)]
  const one = validOf(items)
  return [
    ...(low > 0 ? [{ name: 'too few items', path, value: validItems(schema, low - 1) }] : []),
    ...(high === undefined ? [] : [{ name: 'too many items', path, value: validItems(schema, high + 1) }]),
    ...(schema.uniqueItems === true ? [{ name: 'the same twice', path, value: [one, one] }] : []),
    ...brokenOf(items, `${path}/0`).map((tried) => ({ ...tried, value: [tried.value] })),
  ]
}

const brokenObjects = (schema: JsonSchema, path: string): readonly Tried[] => {
  const most = number(schema.maxProperties)
  const least = validOf(schema)
  const members = isSchema(least) ? least : {}
  const more =
    most === undefined ? {} : Object.fromEntries(Array.from({ length: most + 1 }, (_, index) => [`m${index}`, 1]))
  return [
    ...requiredOf(schema).map((name) => {
      const { [name]: _, ...rest } = members
      return { name: 'without what is required', path: `${path}/${name}`, value: rest }
    }),
    ...(schema.additionalProperties === false
      ? [
          {
            name: 'with a member that is not known',
            path: `${path}/surely_unknown`,
            value: { ...members, surely_unknown: 1 },
          },
        ]
      : []),
    ...(most === undefined ? [] : [{ name: 'with too many members', path, value: { ...members, ...more } }]),
    ...propertiesOf(schema).flatMap(([name, member]) =>
      member.readOnly === true
        ? []
        : brokenOf(member, `${path}/${name}`).map((tried) => ({
            ...tried,
            value: withMember(schema, name, tried.value),
          })),
    ),
  ]
}
