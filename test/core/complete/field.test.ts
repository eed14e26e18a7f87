import { test } from 'tap'
import { completeField, holdsSecret, objectSchema, toJsonSchema } from '#core/complete/field.ts'

test('a field with little said gets the rest', async (t) => {
  t.same(completeField('name', { type: 'string', maxLength: 9 }), {
    name: 'name',
    schema: { type: 'string', maxLength: 9 },
    type: 'string',
    format: null,
    nullable: false,
    required: true,
    readOnly: false,
    secret: false,
    search: false,
    unique: false,
    default: undefined,
    from: null,
    ref: null,
    onDelete: 'restrict',
    was: null,
    doc: '',
    answered: true,
    textItems: false,
  })
})

test('a field must be given unless something else says what an omitted one becomes', async (t) => {
  const required = (more: object) => completeField('a', { type: 'string', ...more }).required
  t.ok(required({}))
  for (const more of [
    { nullable: true },
    { default: 'x' },
    { from: 'account.name' },
    { optional: true },
    { readOnly: true },
  ])
    t.notOk(required(more), JSON.stringify(more))
  t.equal(completeField('a', { type: 'string', nullable: true }).default, null)
  t.equal(completeField('a', { type: 'string', nullable: true, from: 'account.name' }).default, undefined)
})

test('the type of a field that leaves it out is that of what it holds', async (t) => {
  t.equal(completeField('a', { enum: ['x', 'y'] }).type, 'string')
  t.equal(completeField('a', { enum: [1.5] }).type, 'number')
  t.equal(completeField('a', { const: 3 }).type, 'integer')
  t.equal(completeField('a', { const: true }).type, 'boolean')
  t.equal(completeField('a', { const: [] }).type, 'array')
  t.equal(completeField('a', { oneOf: [{ type: 'string' }] }).type, 'object')
  const reference = completeField('a', { ref: 'pupil', doc: 'Whose it is.' })
  t.same([reference.type, reference.format], ['string', 'uuid'])
  t.same(reference.schema, { type: 'string', format: 'uuid', description: 'Whose it is.' })
})

test('an integer without bounds gets those of its column, so that what is accepted can be stored', async (t) => {
  const bounds = (more: object) => {
    const { minimum, maximum } = completeField('a', { type: 'integer', ...more }).schema
    return [minimum, maximum]
  }
  t.same(bounds({}), [-2_147_483_648, 2_147_483_647])
  t.same(bounds({ minimum: 1 }), [1, 2_147_483_647])
  t.same(bounds({ maximum: 5_000_000_000 }), [-Number.MAX_SAFE_INTEGER, 5_000_000_000])
  t.same(bounds({ enum: [1, 2] }), [undefined, undefined])
})

test('null is translated for a validator', async (t) => {
  t.same(toJsonSchema({ type: 'string', nullable: true }), { type: ['string', 'null'] })
  t.same(toJsonSchema({ enum: ['a'], nullable: true }), { enum: ['a', null] })
  t.same(toJsonSchema({ const: 'a', nullable: true }), { enum: ['a', null] })
  t.same(toJsonSchema({ anyOf: [{ ref: 'pupil' }], nullable: true }), {
    anyOf: [{ anyOf: [{ type: 'string', format: 'uuid' }] }, { type: 'null' }],
  })
})

test('an object knows its members, fills omitted ones and refuses others', async (t) => {
  const link = {
    url: { type: 'string', format: 'uri' },
    label: { type: 'string', nullable: true },
    tone: { enum: ['loud', 'quiet'], default: 'quiet' },
    note: { type: 'string', optional: true, nullable: true },
  } as const
  const schema = {
    type: 'object',
    properties: {
      url: { type: 'string', format: 'uri' },
      label: { type: ['string', 'null'], default: null },
      tone: { enum: ['loud', 'quiet'], default: 'quiet' },
      note: { type: ['string', 'null'] },
    },
    required: ['url'],
    additionalProperties: false,
  }
  t.same(objectSchema(link), schema)
  t.same(toJsonSchema({ type: 'array', items: { type: 'object', properties: link } }), { type: 'array', items: schema })
  t.same(toJsonSchema({ type: 'object', properties: {}, additionalProperties: true }), {
    type: 'object',
    properties: {},
    additionalProperties: true,
  })
  t.same(toJsonSchema({ type: 'object', additionalProperties: { type: 'string', secret: true } }), {
    type: 'object',
    additionalProperties: { type: 'string' },
  })
})

test('a secret is found wherever it is in a value', async (t) => {
  const secret = { type: 'string', secret: true } as const
  for (const field of [
    secret,
    { type: 'object', properties: { a: secret } },
    { type: 'array', items: secret },
    { type: 'object', additionalProperties: secret },
    { oneOf: [{ type: 'integer' }, secret] },
    { anyOf: [{ type: 'object', properties: { a: { type: 'array', items: secret } } }] },
  ] as const)
    t.ok(holdsSecret(field) && completeField('a', field).secret, JSON.stringify(field))
  t.notOk(holdsSecret({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true }))
})

test('a list of texts is stored as such unless it may hold null', async (t) => {
  t.ok(completeField('a', { type: 'array', items: { type: 'string' } }).textItems)
  t.notOk(completeField('a', { type: 'array', items: { type: 'string', nullable: true } }).textItems)
  t.notOk(completeField('a', { type: 'array', items: { type: 'integer' } }).textItems)
})
