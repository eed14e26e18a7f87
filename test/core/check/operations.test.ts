import { test } from 'tap'
import { defineError, defineQuota, type Resource, type ResourceOperation } from '#definitions'
import { faultsOf, faultsOfResource, faultsOfSources, lesson, moduleOf, pupil } from './faults-of.ts'

const text = { type: 'string', maxLength: 50 } as const
const states = { initial: 'in', final: ['out'], transitions: { leave: { from: ['in'], to: 'out' } } }

const faultsOfOperations = (
  operations: { readonly [name: string]: ResourceOperation },
  more: Partial<Resource> = {},
): readonly string[] => faultsOfResource({ path: '/pupils', operations, ...more })

test('an operation of a resource is derived or carries out a transition', async (t) => {
  t.same(faultsOfOperations({ lst: {} }), [
    "school: pupil.operations.lst: no operation 'lst'; expected list, create, get, replace, delete, or a transition; did you mean 'list'?",
  ])
  t.same(faultsOfOperations({ leav: {}, leave: {} }, { states }), [
    "school: pupil.operations.leav: no operation 'leav'; expected list, create, get, replace, delete, or a transition; did you mean 'leave'?",
  ])
  t.same(faultsOfOperations({ expel: { transition: 'leaves' }, get: { transition: 'leave' } }, { states }), [
    "school: pupil.operations.expel.transition: no transition 'leaves'; did you mean 'leave'?",
    "school: pupil.operations.get.transition: 'get' carries out no transition; expected another name",
  ])
})

test('a word of an operation says something of it', async (t) => {
  t.same(faultsOfOperations({ get: { paging: 'page', omitted: 'keep' }, leave: { replies: { a: 1 } } }, { states }), [
    "school: pupil.operations.get.paging: 'paging' says nothing of 'get'; expected it on list",
    "school: pupil.operations.get.omitted: 'omitted' says nothing of 'get'; expected it on replace",
    "school: pupil.operations.leave.replies: 'replies' says nothing of 'leave'; expected it on create or replace",
  ])
})

test('a create counts against a quota of its own resource', async (t) => {
  const quota = (name: string, counts: string) => defineQuota({ name, doc: 'x', counts, default: 1, error: 'FULL' })
  const school = moduleOf([
    pupil({ path: '/pupils', operations: { create: { quota: 'places' } } }),
    pupil({ name: 'place' }),
    pupil({ name: 'thing', owner: 'none' }),
    quota('places', 'place'),
    quota('pupils', 'pupil'),
    quota('things', 'thing'),
    defineError({ code: 'FULL', status: 403, message: 'x' }),
  ])
  t.same(faultsOf(school), [
    "school: pupil.operations.create.quota: 'places' counts 'place'; expected a quota that counts 'pupil'; did you mean 'pupils'?",
    "school: things.counts: 'thing' belongs to no account; expected records of an account",
  ])
})

test('a filter is a query parameter of its own that a field must equal', async (t) => {
  const fields = {
    name: text,
    key: { ...text, secret: true },
    extra: { type: 'object', additionalProperties: true },
    tags: { type: 'array', items: text },
  } as const
  const filters = { page: 'name', nam: 'nam', made: 'created_at', key: 'key', extra: 'extra' }
  t.same(faultsOfOperations({ list: { filters } }, { fields }), [
    "school: pupil.operations.list.filters.extra: 'extra' is an object; expected text, numbers, booleans and times",
    "school: pupil.operations.list.filters.page: 'page' walks the list; expected another name",
    "school: pupil.operations.list.filters.nam: no field 'nam'; did you mean 'name'?",
    "school: pupil.operations.list.filters.made: no field 'created_at'",
    "school: pupil.operations.list.filters.key: 'key' is a secret; expected what may stand in a log",
    "school: pupil.operations.list.filters.extra: 'extra' has no plain value; expected text, a number or a boolean",
  ])
  const right = { id: 'id', status: 'status', tag: 'tags', name: 'name' }
  t.same(faultsOfOperations({ list: { filters: right } }, { fields, states }), [])
})

test('a parameter is one plain value', async (t) => {
  const query = { a: { type: 'array', items: text }, b: { ...text, nullable: true }, c: { enum: [1, 2] } } as const
  const params = { day: { type: 'integer' } } as const
  t.same(faultsOf(moduleOf([lesson({ query, params, path: '/lessons/{day}' })])), [
    "school: lesson.plan.params.day: type 'integer'; expected text",
    "school: lesson.plan.query.a: type 'array'; expected text, a number or a boolean",
    "school: lesson.plan.query.b.nullable: an address can't say null; expected 'optional' or 'default'",
    'school: lesson.plan.query.c: says no plain type; expected text, a number or a boolean',
  ])
})

test('what params describes stands in the path, once', async (t) => {
  t.same(faultsOf(moduleOf([lesson({ path: '/lessons/{day}/{day}', params: { dya: text } })])), [
    "school: lesson.plan.params.dya: no '{dya}' in the path; did you mean 'day'?",
    "school: lesson.plan.path: '{day}' stands in it twice",
  ])
  const page = { kind: 'page', name: 'lesson.page', doc: 'x', path: '/l/{slug}', params: { slgu: text } } as const
  t.same(faultsOf(moduleOf([page])), ["school: lesson.page.params.slgu: no '{slgu}' in the path; did you mean 'slug'?"])
  t.same(faultsOfResource({ path: '/classes/{class}/pupils' }), [
    "school: pupil.path: '{class}' in a resource's path; expected a path without parameters",
  ])
})

test('an operation says a scope or another way to be let in, and a GET reads no body', async (t) => {
  const school = moduleOf([lesson({ scope: 'api:lesson:plan', auth: 'public', method: 'GET', body: text })], {
    scopes: { 'api:lesson:plan': 'x' },
  })
  t.same(faultsOf(school), [
    "school: lesson.plan.auth: 'auth' beside 'scope'; expected one of the two",
    "school: lesson.plan.body: 'body' on a GET; expected 'query'",
  ])
})

test('a path begins with a slash', async (t) => {
  t.same(faultsOf(moduleOf([lesson({ path: 'lessons' })])), [
    'school: lesson.plan.path: found "lessons"; expected a path such as `/api/v1/students/{id}`, without a slash at its end',
  ])
})

test('a method and a path lead to one owner, whatever their parameters are called', async (t) => {
  const one = moduleOf([pupil({ path: '/pupils', operations: { get: {} } })])
  const reads = { method: 'GET', path: '/pupils/{x}' } as const
  const page = { kind: 'page', name: 'pupil.page', doc: 'x', path: '/pupils/{slug}' } as const
  const other = moduleOf([lesson({ name: 'pupil.read', ...reads }), page], { name: 'studio' })
  t.same(faultsOf(one, other), [
    "studio: pupil.read.path: GET /pupils/{x} is the route of 'pupil.get' in 'school' too; expected one owner for each route",
    "studio: pupil.page.path: GET /pupils/{slug} is the route of 'pupil.get' in 'school' too; expected one owner for each route",
  ])
  const off = { module: other, source: 'built-in', enabled: false }
  t.same(faultsOfSources([{ module: one, source: 'built-in', enabled: true }, off]), [])
  t.same(faultsOf(moduleOf([lesson({ path: '/healthz' })])), [
    "school: lesson.plan.path: /healthz is the core's own; expected another path",
  ])
})

test('an operation is not called what another one is called', async (t) => {
  t.same(faultsOf(moduleOf([pupil({ path: '/p', operations: { get: {} } }), lesson({ name: 'pupil.get' })])), [
    "school: pupil.get: an operation of a resource in 'school' too; expected another name",
  ])
})
