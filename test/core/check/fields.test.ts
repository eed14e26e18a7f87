import { test } from 'tap'
import type { Field } from '#definitions'
import { faultsOf, faultsOfFields, faultsOfResource, faultsOfSetting, lesson, moduleOf, pupil } from './faults-of.ts'

test('a field says what it holds', async (t) => {
  t.same(faultsOfFields({ age: { doc: 'In years.' }, class: { type: 'array', items: {} } }), [
    'school: pupil.fields.age: says no type; expected one of type, ref, enum, const, oneOf, anyOf',
    'school: pupil.fields.class.items: says no type; expected one of type, ref, enum, const, oneOf, anyOf',
  ])
  t.same(faultsOfFields({ friend: { type: 'string', ref: 'pupil' } }), [
    "school: pupil.fields.friend.type: 'type' beside 'ref'; expected 'ref' alone",
  ])
  t.same(faultsOfFields({ extra: { type: 'object' } }), [
    "school: pupil.fields.extra: says nothing of its members; expected 'properties', or 'additionalProperties'",
  ])
})

test('a word of one type stands with that type', async (t) => {
  t.same(
    faultsOfFields({
      age: { type: 'number', minLength: 1 },
      name: { type: 'string', maximum: 3, items: { type: 'string' } },
      kind: { enum: ['a'], maxLength: 3 },
    }),
    [
      "school: pupil.fields.age.minLength: 'minLength' on type 'number'; expected type 'string'",
      "school: pupil.fields.name.maximum: 'maximum' on type 'string'; expected type 'integer' or 'number'",
      "school: pupil.fields.name.items: 'items' on type 'string'; expected type 'array'",
      "school: pupil.fields.kind.maxLength: 'maxLength' without a type; expected type 'string'",
    ],
  )
})

test('a word of ours stands where the core derives something from it', async (t) => {
  t.same(faultsOfFields({ name: { type: 'string', optional: true } }), [
    "school: pupil.fields.name.optional: 'optional' in a record; expected 'nullable': a record has every member",
  ])
  t.same(faultsOfSetting({ type: 'string', unique: true, readOnly: true, search: false }), [
    "school: settings.size.unique: 'unique' on what is no column; expected it on a field of a resource",
    "school: settings.size.readOnly: 'readOnly' on what is no column; expected it on a field of a resource",
  ])
  t.same(faultsOfSetting({ type: 'array', items: { type: 'string', default: 'a' } }), [
    "school: settings.size.items.default: 'default' on what has no name to be omitted; expected it on a member",
  ])
  t.same(
    faultsOf(
      moduleOf([
        lesson({ path: '/api/v1/lessons/{day}', params: { day: { type: 'string', nullable: true, optional: true } } }),
      ]),
    ),
    [
      "school: lesson.plan.params.day.optional: 'optional' in a path; expected a member that is always given",
      "school: lesson.plan.params.day.nullable: 'nullable' in a path; expected a member that is always given",
    ],
  )
  t.same(faultsOfFields({ friends: { type: 'array', items: { ref: 'pupil' } } }), [
    "school: pupil.fields.friends.items.ref: 'ref' inside a value; expected a field of its own, or format 'uuid'",
  ])
  t.same(faultsOfFields({ name: { type: 'string', onDelete: 'cascade' } }), [
    "school: pupil.fields.name.onDelete: 'onDelete' without 'ref'; expected it beside a reference",
  ])
  t.same(faultsOfSetting({ type: 'string', optional: true, default: 'a' }), [
    "school: settings.size.default: 'default' beside 'optional' or 'from'; expected one of them",
  ])
})

test('nothing is filled in within a choice, and no word promises it', async (t) => {
  const inside = (word: Field) =>
    faultsOfSetting({ anyOf: [{ type: 'object', properties: { a: { ...word, type: 'string' } } }] })
  t.same(inside({ default: 'x' }), [
    "school: settings.size.anyOf[0].properties.a.default: 'default' within a choice, where nothing is filled in; expected 'optional'",
  ])
  t.same(inside({ nullable: true }), [
    "school: settings.size.anyOf[0].properties.a.nullable: 'nullable' within a choice, where nothing is filled in; expected 'optional' too",
  ])
  t.same(inside({ nullable: true, optional: true }), [])
})

test('some value fits between the bounds', async (t) => {
  t.same(faultsOfFields({ name: { type: 'string', minLength: 9, maxLength: 3 } }), [
    "school: pupil.fields.name.minLength: 9 is more than 'maxLength', 3",
  ])
  t.same(faultsOfFields({ age: { type: 'integer', minimum: 2, maximum: 1, multipleOf: 0 } }), [
    "school: pupil.fields.age.minimum: 2 is more than 'maximum', 1",
    'school: pupil.fields.age.multipleOf: found 0; expected a number above 0',
  ])
})

test('choices are of one type, each once, and null is said by nullable', async (t) => {
  t.same(faultsOfFields({ kind: { enum: ['a', 1, 'a', null] } }), [
    "school: pupil.fields.kind.enum[1]: found 1; expected type 'string'",
    'school: pupil.fields.kind.enum[2]: "a" is there already; expected each value once',
    "school: pupil.fields.kind.enum[3]: found null; expected 'nullable' beside it",
  ])
  t.same(faultsOfFields({ part: { enum: [1, 2.5] } }), [
    "school: pupil.fields.part.enum[1]: found 2.5; expected type 'integer'",
  ])
  t.same(faultsOfFields({ part: { type: 'number', enum: [1, 2.5] } }), [])
  t.same(faultsOfFields({ none: { enum: [] }, yes: { type: 'string', const: true } }), [
    'school: pupil.fields.none.enum: found none; expected at least one',
    "school: pupil.fields.yes.const: found true; expected type 'string'",
  ])
  t.same(faultsOfFields({ any: { oneOf: [{ type: 'string', nullable: true }] }, none: { anyOf: [] } }), [
    "school: pupil.fields.any.oneOf[0].nullable: 'nullable' on a choice; expected it beside the choices",
    'school: pupil.fields.none.anyOf: found none; expected at least one',
  ])
})

test('a pattern is a regular expression', async (t) => {
  t.same(faultsOfFields({ name: { type: 'string', pattern: '[a-' } }), [
    'school: pupil.fields.name.pattern: Invalid regular expression: /[a-/u: Unterminated character class',
  ])
  t.match(faultsOfFields({ name: { type: 'string', pattern: '[a-', default: 'a' } }), [
    /^school: pupil\.fields\.name\.pattern: Invalid regular expression/,
    /^school: pupil\.fields\.name\.default: no validator for it: Invalid regular expression/,
  ])
})

test('a field accepts its own default and examples', async (t) => {
  t.same(faultsOfFields({ age: { type: 'integer', maximum: 9, default: 10, examples: [3, 'x', 3e9] } }), [
    'school: pupil.fields.age.default: 10 must be <= 9',
    'school: pupil.fields.age.examples[1]: "x" must be an integer',
    'school: pupil.fields.age.examples[2]: 3000000000 must be <= 9',
  ])
  t.same(faultsOfFields({ name: { type: 'string', default: null } }), [
    'school: pupil.fields.name.default: null must be a string',
  ])
  t.same(
    faultsOfSetting({
      type: 'object',
      properties: { colour: { type: 'string', maxLength: 3 }, size: { type: 'integer' } },
      default: { colour: 'white', siz: 1 },
    }),
    [
      'school: settings.size.default.size: is required',
      "school: settings.size.default.siz: is not a known member; did you mean 'size'?",
      'school: settings.size.default.colour: "white" must have at most 3 characters',
    ],
  )
  t.same(faultsOfSetting({ type: 'array', items: { type: 'string', format: 'duration' }, default: ['1m', '5 m'] }), [
    'school: settings.size.default[1]: "5 m" must be a duration such as 300ms, 30s, 1m, 2h or 5d',
  ])
})

test('from takes text of the account', async (t) => {
  t.same(faultsOfFields({ name: { type: 'string', from: 'account.nam' } }), [
    "school: pupil.fields.name.from: no 'account.nam'; expected account.name, account.email, account.plan; did you mean 'account.name'?",
  ])
  t.same(faultsOfFields({ age: { type: 'integer', from: 'account.name' } }), [
    "school: pupil.fields.age.from: text for type 'integer'; expected plain text",
  ])
  t.same(faultsOfFields({ day: { type: 'string', format: 'date', from: 'account.name' } }), [
    "school: pupil.fields.day.from: text for format 'date'; expected plain text",
  ])
  t.same(faultsOfResource({ owner: 'none', fields: { name: { type: 'string', from: 'account.name' } } }), [
    "school: pupil.fields.name.from: 'account.name' for a record of no account",
  ])
})

test('no name is one that the core, PostgreSQL or JavaScript uses', async (t) => {
  const text = { type: 'string' } as const
  t.same(faultsOfFields({ id: text, account_id: text, created_at: text, updated_at: text, ctid: text }), [
    "school: pupil.fields.id: 'id' is the core's own; expected another name",
    "school: pupil.fields.account_id: 'account_id' is the core's own; expected another name",
    "school: pupil.fields.created_at: 'created_at' is the core's own; expected another name",
    "school: pupil.fields.updated_at: 'updated_at' is the core's own; expected another name",
    "school: pupil.fields.ctid: 'ctid' is PostgreSQL's own; expected another name",
  ])
  const states = { initial: 'a', transitions: { go: { from: ['a'], to: 'b' } }, final: ['b'] }
  t.same(faultsOfResource({ fields: { status: text }, states }), [
    "school: pupil.fields.status: 'status' is the core's own; expected another name",
  ])
  t.same(faultsOfResource({ states: { ...states, field: 'id' } }), [
    "school: pupil.states.field: 'id' is the core's own; expected another name",
  ])
  t.same(faultsOfSetting({ type: 'object', properties: { toString: text } }), [
    "school: settings.size.properties.toString: 'toString' is JavaScript's own; expected another name",
  ])
  t.same(faultsOfFields({ _name: text }), [
    "school: pupil.fields._name: found '_name'; expected a name such as `student` or `join-request`",
  ])
})

test('the core may keep a table whose own columns it leaves out', async (t) => {
  const time = { type: 'string', format: 'date-time' } as const
  const fields = { id: { type: 'string', maxLength: 9 }, account_id: { type: 'string' }, created_at: time } as const
  t.same(faultsOf(moduleOf([pupil({ owner: 'none', timestamps: false, key: ['id'], fields })])), [])
})

test('an earlier name is one that nothing has now', async (t) => {
  const text = { type: 'string' } as const
  t.same(faultsOfFields({ name: text, title: { ...text, was: 'name' } }), [
    "school: pupil.fields.title.was: 'name' is a field of now, or of two; expected a free name",
  ])
  t.same(faultsOfFields({ name: { ...text, was: 'title' }, nick: { ...text, was: 'title' } }), [
    "school: pupil.fields.name.was: 'title' is a field of now, or of two; expected a free name",
    "school: pupil.fields.nick.was: 'title' is a field of now, or of two; expected a free name",
  ])
  t.same(faultsOfResource({ was: 'accounts' }), [
    "school: pupil.was: 'accounts' is a table of now, or of two resources; expected a free name",
  ])
})
