/** A word that the language doesn't have does not compile: `tsc` fails where an expected error is not raised. */
import { test } from 'tap'
import {
  defineContribution,
  defineError,
  defineEvent,
  defineExtensionPoint,
  defineJob,
  defineModule,
  defineOperation,
  definePage,
  defineQuota,
  defineResource,
  defineSubscription,
} from '#definitions'

const pupil = { name: 'pupil', doc: 'x', fields: {} } as const
const go = { from: ['in'], to: 'out' } as const

// One word a line and a call: of several errors in one call the compiler may tell only the first.
test('a resource', async (t) => {
  const made = [
    // @ts-expect-error: no word 'pathh' of a resource
    defineResource({ ...pupil, pathh: '/pupils' }),
    // @ts-expect-error: no word 'eror' of a unique combination
    defineResource({ ...pupil, unique: { once: { fields: ['id'], eror: 'TAKEN' } } }),
    // @ts-expect-error: no word 'creatd' of events
    defineResource({ ...pupil, events: { creatd: 'pupil.made' } }),
    // @ts-expect-error: no word 'sinc' of retention
    defineResource({ ...pupil, retention: { after: '1d', sinc: 'name' } }),
    // @ts-expect-error: no word 'finl' of a machine
    defineResource({ ...pupil, states: { initial: 'in', transitions: {}, finl: ['out'] } }),
    // @ts-expect-error: no word 'refuesd' of a transition
    defineResource({ ...pupil, states: { initial: 'in', transitions: { go: { ...go, refuesd: 'GONE' } } } }),
    // @ts-expect-error: no word 'scop' of an operation of a resource
    defineResource({ ...pupil, operations: { list: { scop: 'api:pupil:read' } } }),
    // @ts-expect-error: no paging 'pages'
    defineResource({ ...pupil, operations: { list: { paging: 'pages' } } }),
  ]
  t.equal(made.length, 8)
})

test('a field, at every depth', async (t) => {
  const named = { name: 'pupil', doc: 'x' } as const
  const made = [
    // @ts-expect-error: no word 'maxLenght' of a field
    defineResource({ ...named, fields: { name: { type: 'string', maxLenght: 3 } } }),
    // @ts-expect-error: no type 'strng'
    defineResource({ ...named, fields: { name: { type: 'strng' } } }),
    // @ts-expect-error: no word 'fromat' of items
    defineResource({ ...named, fields: { tags: { type: 'array', items: { type: 'string', fromat: 'uri' } } } }),
    // @ts-expect-error: no word 'nulable' of a member
    defineResource({ ...named, fields: { a: { type: 'object', properties: { b: { nulable: true } } } } }),
    // @ts-expect-error: no word 'nulable' of a member's member
    defineResource({ ...named, fields: { a: { properties: { b: { properties: { c: { nulable: true } } } } } } }),
    // @ts-expect-error: no word 'minLenght' of the members that an object has beside
    defineResource({ ...named, fields: { a: { type: 'object', additionalProperties: { minLenght: 1 } } } }),
    // @ts-expect-error: no word 'pattrn' of a choice
    defineResource({ ...named, fields: { a: { oneOf: [{ type: 'string', pattrn: 'a' }] } } }),
    // @ts-expect-error: no word 'maximun' of a choice
    defineResource({ ...named, fields: { a: { anyOf: [{ type: 'integer' }, { type: 'integer', maximun: 1 }] } } }),
  ]
  t.equal(made.length, 8)
})

test('an operation and a page', async (t) => {
  const move = { name: 'pupil.move', doc: 'x', method: 'POST', path: '/pupils/{id}' } as const
  const output = { type: 'boolean' } as const
  const page = { name: 'pupil.page', doc: 'x', path: '/p/{slug}' } as const
  const made = [
    // @ts-expect-error: no word 'scpe' of an operation
    defineOperation({ ...move, output, scpe: 'api:pupil:write' }),
    // @ts-expect-error: no word 'maxLenght' of a path's member
    defineOperation({ ...move, output, params: { id: { type: 'string', maxLenght: 3 } } }),
    // @ts-expect-error: no word 'optionl' of a query parameter
    defineOperation({ ...move, output, query: { year: { type: 'string', optionl: true } } }),
    // @ts-expect-error: no word 'prperties' of a body
    defineOperation({ ...move, output, body: { type: 'object', prperties: {} } }),
    // @ts-expect-error: no word 'requird' of a member of a body
    defineOperation({ ...move, output, body: { type: 'object', properties: { to: { requird: true } } } }),
    // @ts-expect-error: no word 'docs' of an output
    defineOperation({ ...move, output: { type: 'boolean', docs: 'x' } }),
    // @ts-expect-error: no word 'docs' of a member of an output
    defineOperation({ ...move, output: { type: 'object', properties: { a: { type: 'string', docs: 'x' } } } }),
    // @ts-expect-error: no word 'error' of a page
    definePage({ ...page, error: ['NOT_FOUND'] }),
    // @ts-expect-error: no word 'maxLenght' of a path's member
    definePage({ ...page, params: { slug: { type: 'string', maxLenght: 3 } } }),
  ]
  t.equal(made.length, 9)
})

test('a job, an event, a subscription', async (t) => {
  const made = [
    // @ts-expect-error: no word 'retries' of a job
    defineJob({ name: 'sweep', doc: 'x', payload: {}, retries: ['1m'] }),
    // @ts-expect-error: no word 'maxLenght' of a member of a payload
    defineJob({ name: 'sweep', doc: 'x', payload: { id: { type: 'string', maxLenght: 3 } } }),
    // @ts-expect-error: no word 'form' of an event
    defineEvent({ name: 'pupil.made', doc: 'x', payload: {}, form: 'A' }),
    // @ts-expect-error: no word 'nulable' of a member of a payload
    defineEvent({ name: 'pupil.made', doc: 'x', payload: { id: { type: 'string', nulable: true } } }),
    // @ts-expect-error: no word 'events' of a subscription
    defineSubscription({ name: 'hear', doc: 'x', event: '*', events: ['pupil.made'] }),
  ]
  t.equal(made.length, 5)
})

test('an extension point and a contribution', async (t) => {
  const made = [
    // @ts-expect-error: no word 'in' of an extension point
    defineExtensionPoint({ name: 'page.blocks', doc: 'x', holds: {}, in: {} }),
    // @ts-expect-error: no word 'maxLenght' of what it holds
    defineExtensionPoint({ name: 'page.blocks', doc: 'x', holds: { label: { type: 'string', maxLenght: 3 } } }),
    // @ts-expect-error: no word 'item' of its input
    defineExtensionPoint({ name: 'page.blocks', doc: 'x', holds: {}, input: { type: 'array', item: {} } }),
    // @ts-expect-error: no word 'propertys' of its output
    defineExtensionPoint({ name: 'page.blocks', doc: 'x', holds: {}, output: { type: 'object', propertys: {} } }),
    // @ts-expect-error: no word 'name' of a contribution
    defineContribution({ to: 'page.blocks', key: 'faq', doc: 'x', data: {}, name: 'faq' }),
  ]
  t.equal(made.length, 5)
})

test('an error, a quota, a module', async (t) => {
  const school = { name: 'school', doc: 'x', definitions: [] } as const
  const made = [
    // @ts-expect-error: no word 'sentence' of an error
    defineError({ code: 'FULL', status: 403, message: 'x', sentence: 'x' }),
    // @ts-expect-error: no word 'limit' of a quota
    defineQuota({ name: 'pupils', doc: 'x', counts: 'pupil', default: 1, error: 'FULL', limit: 1 }),
    // @ts-expect-error: no word 'need' of a module
    defineModule({ ...school, need: ['students'] }),
    // @ts-expect-error: no word 'defualt' of a setting
    defineModule({ ...school, settings: { size: { type: 'integer', defualt: 3 } } }),
    // @ts-expect-error: no word 'docs' of a feature
    defineModule({ ...school, features: { pupils: { doc: 'x', default: true, docs: 'x' } } }),
  ]
  t.equal(made.length, 5)
})

test('what the language has compiles, at every depth', async (t) => {
  const text = { type: 'string' } as const
  const link = { type: 'object', properties: { url: { type: 'string', format: 'uri', doc: 'Where.' } } } as const
  const compiled = defineResource({
    name: 'pupil',
    doc: 'x',
    path: '/pupils',
    fields: {
      name: { ...text, maxLength: 9, search: true, examples: ['Ann'] },
      links: { type: 'array', items: link, default: [] },
      any: { oneOf: [text, link], nullable: true },
      more: { type: 'object', additionalProperties: text, properties: { a: { enum: ['x', 1] } } },
      all: { type: 'object', additionalProperties: true },
      friend: { ref: 'pupil', onDelete: 'cascade' },
    },
    unique: { once: { fields: ['name'], error: 'NAME_TAKEN' } },
    events: { created: 'pupil.made' },
    retention: { after: '1d', since: 'created_at', where: { name: 'Ann' } },
    states: { initial: 'in', final: ['out'], transitions: { leave: { from: ['in'], to: 'out', after: '1d' } } },
    operations: { list: { scope: 'api:pupil:read', filters: { name: 'name' } }, leave: {} },
  })
  t.equal(compiled.fields.links.items.properties.url.format, 'uri')
})
