import fc from 'fast-check'
import { test } from 'tap'
import type { JsonSchema } from '#core/model.ts'
import { compile } from '#core/validate/compile.ts'
import { isDeep, maxDepth } from '#core/validate/is-deep.ts'
import { toPointerStep } from '#core/validate/json-pointer.ts'
import { toQueryMembers } from '#core/validate/query-members.ts'
import { textFaults } from '#core/validate/text-faults.ts'
import type { Json } from '#definitions'

const told = (schema: JsonSchema, value: Json): readonly string[] =>
  compile(
    { type: 'object', properties: { x: schema }, additionalProperties: false },
    'body',
  )({ x: value }).map(({ path, message }) => `${path} ${message}`)

test('each rule that is broken is told in a sentence of its own', (t) => {
  const cases: readonly (readonly [schema: JsonSchema, value: Json, sentence: string])[] = [
    [{ type: 'string' }, 1, '/x must be a string'],
    [{ type: 'integer' }, 'a', '/x must be an integer'],
    [{ type: 'number' }, null, '/x must be a number'],
    [{ type: 'boolean' }, 0, '/x must be true or false'],
    [{ type: 'array' }, {}, '/x must be an array'],
    [{ type: 'object' }, [], '/x must be an object'],
    [{ type: ['string', 'null'] }, 1, '/x must be a string or null'],
    [{ type: 'string', minLength: 1 }, '', '/x must have at least 1 character'],
    [{ type: 'string', minLength: 2 }, 'a', '/x must have at least 2 characters'],
    [{ type: 'string', maxLength: 1 }, 'ab', '/x must have at most 1 character'],
    [{ type: 'array', minItems: 1 }, [], '/x must have at least 1 item'],
    [{ type: 'array', maxItems: 2 }, [1, 2, 3], '/x must have at most 2 items'],
    [{ type: 'array', uniqueItems: true }, ['a', 'b', 'a'], '/x items 0 and 2 are equal'],
    [{ type: 'number', minimum: 1 }, 0, '/x must be >= 1'],
    [{ type: 'number', maximum: 1 }, 2, '/x must be <= 1'],
    [{ type: 'number', exclusiveMinimum: 1 }, 1, '/x must be > 1'],
    [{ type: 'number', exclusiveMaximum: 1 }, 1, '/x must be < 1'],
    [{ type: 'number', multipleOf: 2 }, 3, '/x must be multiple of 2'],
    [{ enum: ['easy', 'hard', 3] }, 'eazy', `/x must be one of "easy", "hard", 3; did you mean 'easy'?`],
    [{ enum: ['easy'] }, 7, '/x must be one of "easy"'],
    [{ const: 'mm' }, 'cm', '/x must be "mm"'],
    [{ type: 'string', pattern: '^a' }, 'b', '/x must match ^a'],
    [{ type: 'string', format: 'date' }, 'b', '/x must be a date such as 2026-11-21'],
    [{ type: 'string', format: 'ipv4' }, 'b', '/x must be ipv4'],
    [{ type: 'object', properties: { 'a/b': {} }, required: ['a/b'] }, {}, '/x/a~1b is required'],
  ]
  for (const [schema, value, sentence] of cases) t.strictSame(told(schema, value), [sentence])
  t.end()
})

test('every fault of a value is told, none twice', (t) => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { name: { type: 'string', maxLength: 1 }, size: { type: 'integer' }, kind: {} },
    required: ['name', 'kind'],
    additionalProperties: false,
  }
  t.strictSame(told(schema, { nam: 1, size: 'x', name: 'ab' }).toSorted(), [
    '/x/kind is required',
    "/x/nam is not a known member; did you mean 'name'?",
    '/x/name must have at most 1 character',
    '/x/size must be an integer',
  ])
  t.strictSame(told({ oneOf: [{ type: 'string' }, { type: 'string', maxLength: 3 }] }, 1), [
    '/x must be a string',
    '/x must match exactly one schema in oneOf',
  ])
  t.end()
})

test('a pointer leads to the very member, however it is called', (t) => {
  t.equal(toPointerStep('a/b~c'), '/a~1b~0c')
  fc.assert(
    fc.property(fc.string(), (name) => {
      const step = toPointerStep(name).slice(1)
      return !step.includes('/') && step.replaceAll('~1', '/').replaceAll('~0', '~') === name
    }),
  )
  t.end()
})

test('text that can not be stored is found wherever it is', (t) => {
  const found = (value: Json) => textFaults(value, 'body').map(({ path }) => path)
  t.strictSame(found('a\0'), [''])
  t.strictSame(
    new Set(found({ a: ['ok', '\ud800', { b: '\0' }], '\0': 1, ok: '😀' })),
    new Set(['/a/1', '/a/2/b', '/\\u0000']),
  )
  t.strictSame(found([1, null, true, '', '\u0001', '\uffff', '😀']), [])
  const anything = fc.jsonValue({ stringUnit: 'binary' })
  fc.assert(
    fc.property(anything, (value) => {
      const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
      const every = (each: unknown): boolean => {
        if (typeof each === 'string') return isStorable(each)
        if (typeof each !== 'object' || each === null) return true
        return Object.entries(each).every(([name, member]) => isStorable(name) && every(member))
      }
      return (textFaults(value, 'body').length === 0) === every(value)
    }),
    { seed: 7, numRuns: 2000 },
  )
  t.end()
})

test('nesting is counted, not walked by recursion', (t) => {
  const nested = (depth: number, open: string, close: string): unknown =>
    JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`)
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    t.equal(isDeep(nested(maxDepth, open, close)), false)
    t.equal(isDeep(nested(maxDepth + 1, open, close)), true)
    t.equal(isDeep(nested(100_000, open, close)), true)
  }
  t.equal(isDeep(Array.from({ length: 100_000 }, () => [1])), false, 'width is no depth')
  for (const value of [1, 'x', null, [], {}]) t.equal(isDeep(value), false)
  t.end()
})

test('a query is read by the types that are declared; what is no such thing stays text, to be refused', (t) => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      page: { type: 'integer' },
      price: { type: 'number' },
      open: { type: 'boolean' },
      name: { type: 'string' },
      kind: { enum: ['a'] },
    },
  }
  const read = (text: string) => toQueryMembers(text, schema).members
  t.strictSame(read(''), {})
  t.strictSame(read('page=3&price=1.5&open=true&name=3&kind=a'), {
    page: 3,
    price: 1.5,
    open: true,
    name: '3',
    kind: 'a',
  })
  t.strictSame(read('page=-3&price=-0.25&open=false'), { page: -3, price: -0.25, open: false })
  t.strictSame(read('page=1.5&price=1e3&open=1'), { page: '1.5', price: '1e3', open: '1' })
  t.strictSame(read('page=&price=.5&open=TRUE'), { page: '', price: '.5', open: 'TRUE' })
  t.strictSame(read('page=1234567890123456'), { page: '1234567890123456' }, 'more digits than a number holds')
  t.strictSame(read('name=a+b%20c%26d&x'), { name: 'a b c&d', x: '' })
  t.strictSame(toQueryMembers('page=1&page=2&name=%00', schema).details, [
    { in: 'query', path: '/page', message: 'is given more than once' },
    { in: 'query', path: '/name', message: 'must not hold a NUL character' },
  ])
  const { members } = toQueryMembers('__proto__=1&constructor=2', schema)
  t.strictSame(Object.entries(members), [
    ['__proto__', '1'],
    ['constructor', '2'],
  ])
  t.end()
})
