import { test } from 'tap'
import { decodeModule } from '#core/decode-module.ts'
import { toSentence } from '#core/fault.ts'
import type { Module } from '#definitions'

/** As a `.json` file or an author without a compiler would give it. */
const sentences = (data: unknown): readonly string[] => {
  const module: Module = JSON.parse(JSON.stringify(data))
  return decodeModule(module).map(toSentence)
}

const ofDefinition = (definition: object) => sentences({ name: 'students', doc: 'x', definitions: [definition] })

const ofStudent = (more: object) =>
  ofDefinition({ kind: 'resource', name: 'student', doc: 'x', fields: { name: { type: 'string' } }, ...more })

test('a module that says what the language knows has no fault', async (t) => {
  t.same(ofStudent({ path: '/api/v1/students', operations: { list: { paging: 'page' } } }), [])
})

test('an unknown word of a field is named with its place and the nearest right one', async (t) => {
  t.same(ofStudent({ fields: { name: { type: 'string', maxLenght: 3 } } }), [
    "students: student.fields.name.maxLenght: no word 'maxLenght'; did you mean 'maxLength'?",
  ])
})

test('words are known at every depth', async (t) => {
  const items = { type: 'object', properties: { at: { oneOf: [{ typ: 'string' }] } } }
  t.same(ofStudent({ fields: { marks: { type: 'array', items } } }), [
    "students: student.fields.marks.items.properties.at.oneOf[0].typ: no word 'typ'; did you mean 'type'?",
  ])
  t.same(ofStudent({ fields: { more: { type: 'object', additionalProperties: { fromat: 'uri' } } } }), [
    "students: student.fields.more.additionalProperties.fromat: no word 'fromat'; did you mean 'format'?",
  ])
  t.same(ofStudent({ operations: { list: { scop: 'a:b' } }, unique: { once: { fields: [], eror: 'A' } } }), [
    "students: student.unique.once.eror: no word 'eror'; did you mean 'error'?",
    "students: student.operations.list.scop: no word 'scop'; did you mean 'scope'?",
  ])
  t.same(ofStudent({ states: { initial: 'a', transitions: { go: { from: ['a'], too: 'b' } } } }), [
    "students: student.states.transitions.go.too: no word 'too'; did you mean 'to'?",
    "students: student.states.transitions.go.to: 'to' is missing",
  ])
  t.same(sentences({ name: 'a', doc: 'x', features: { f: { doc: 'x', default: true, dco: 1 } }, definitions: [] }), [
    "a: features.f.dco: no word 'dco'; did you mean 'doc'?",
  ])
})

test('a value that is none of the choices is told of with the nearest of them', async (t) => {
  t.same(ofStudent({ fields: { name: { type: 'strng' } }, operations: { list: { paging: 'cursr' } } }), [
    'students: student.fields.name.type: found "strng"; expected "string" | "integer" | "number" | "boolean" | "array" | "object"; did you mean \'string\'?',
    'students: student.operations.list.paging: found "cursr"; expected "page" | "cursor" | "none"; did you mean \'cursor\'?',
  ])
})

test('a value of another kind is told of', async (t) => {
  const fields = { name: 'string', age: { type: 'integer', minLength: -1, nullable: 'yes' } }
  t.same(ofStudent({ fields, retention: { after: '30 days' } }), [
    'students: student.fields.name: found "string"; expected object',
    'students: student.fields.age.minLength: found -1; expected a value greater than or equal to 0',
    'students: student.fields.age.nullable: found "yes"; expected boolean',
    'students: student.retention.after: found "30 days"; expected a duration such as `300ms`, `30s`, `1m`, `2h` or `5d`',
  ])
  t.same(ofStudent({ fields: { name: { type: 'object', additionalProperties: 3 } } }), [
    'students: student.fields.name.additionalProperties: found 3; expected object',
  ])
})

test('a name that is none is told of where names are chosen', async (t) => {
  t.same(ofStudent({ fields: { 'Full Name': { type: 'string' } } }), [
    "students: student.fields.Full Name: found 'Full Name'; expected a name such as `student` or `join-request`",
  ])
  t.same(sentences({ name: 'Students', doc: 'x', scopes: { read: 'x' }, definitions: [] }), [
    'Students: name: found "Students"; expected a name such as `student` or `join-request`',
    "Students: scopes.read: found 'read'; expected a scope such as `api:student:read`",
  ])
})

test('a definition of no kind is told of, and what kind was meant', async (t) => {
  const expected = 'expected a definition, as defineResource and its like make it'
  t.same(ofStudent({ kind: 'resorce' }), [
    `students: student.kind: found "resorce"; ${expected}; did you mean 'resource'?`,
  ])
  t.same(sentences({ name: 'a', doc: 'x', definitions: [{ code: 'FULL' }, null, 'student'] }), [
    `a: FULL.kind: 'kind' is missing; ${expected}`,
    `a: definitions[1]: found null; ${expected}`,
    `a: definitions[2]: found "student"; ${expected}`,
  ])
})

test('what is no module is told of', async (t) => {
  t.same(sentences(null), ['a module: found null; expected a module'])
  t.same(sentences([]), ['a module: found []; expected a module'])
  t.same(sentences({ nam: 'students' }), [
    "a module: nam: no word 'nam'; did you mean 'name'?",
    "a module: name: 'name' is missing",
    "a module: doc: 'doc' is missing",
    "a module: definitions: 'definitions' is missing",
  ])
})

test('definitions are data: a function in one is refused', async (t) => {
  const data: Module = {
    ...{ name: 'a', doc: 'x' },
    definitions: [{ kind: 'contribution', to: 'a.b', key: 'c', doc: 'x', data: JSON.parse('{}') }],
  }
  const [contribution] = data.definitions
  if (contribution?.kind === 'contribution') Object.assign(contribution.data, { run: () => 1 })
  t.same(decodeModule(data).map(toSentence), ['a: c.data.run: found () => 1; expected JSON value'])
})
