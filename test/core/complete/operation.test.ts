import { test } from 'tap'
import { completeOperation, completeResourceOperations, parameters } from '#core/complete/operation.ts'
import { completeResource } from '#core/complete/resource.ts'
import { defineOperation, type Resource, type ResourceOperation } from '#definitions'

const pupil: Resource = {
  kind: 'resource',
  name: 'pupil',
  doc: 'A person who learns.',
  path: '/pupils',
  fields: {
    name: { type: 'string', maxLength: 9, search: true },
    group: { type: 'string', maxLength: 9, nullable: true },
    tags: { type: 'array', items: { type: 'string', maxLength: 5 }, default: [] },
    age: { type: 'integer', readOnly: true },
  },
  states: { initial: 'in', final: ['out'], transitions: { leave: { from: ['in'], to: 'out', refused: 'GONE' } } },
}

const operations = (said: { readonly [name: string]: ResourceOperation }, more: Partial<Resource> = {}) => {
  const resource = { ...pupil, ...more, operations: said }
  const quotaError = (quota: string) => (quota === 'places' ? 'FULL' : undefined)
  return completeResourceOperations(resource, completeResource('school', resource, false), quotaError)
}

const only = (name: string, said: ResourceOperation = {}, more: Partial<Resource> = {}) => {
  const [operation] = operations({ [name]: said }, more)
  if (operation === undefined) throw new Error('no operation')
  return operation
}

test('the operations of a resource have methods, paths and statuses', async (t) => {
  const said = { list: {}, create: {}, get: {}, replace: {}, delete: {}, leave: {}, expel: { transition: 'leave' } }
  t.same(
    operations(said).map(({ name, method, path, status, doc }) => [name, method, path, status, doc]),
    [
      ['pupil.list', 'GET', '/pupils', 200, 'Lists pupils, newest first.'],
      ['pupil.create', 'POST', '/pupils', 201, 'Creates one pupil.'],
      ['pupil.get', 'GET', '/pupils/{id}', 200, 'Reads one pupil.'],
      ['pupil.replace', 'PUT', '/pupils/{id}', 200, 'Replaces one pupil.'],
      ['pupil.delete', 'DELETE', '/pupils/{id}', 200, 'Deletes one pupil.'],
      ['pupil.leave', 'POST', '/pupils/{id}/leave', 200, "Carries out 'leave' on one pupil."],
      ['pupil.expel', 'POST', '/pupils/{id}/expel', 200, "Carries out 'leave' on one pupil."],
    ],
  )
})

test('a list takes what walks, searches and narrows it', async (t) => {
  const names = (said: ResourceOperation) => Object.keys(Object(only('list', said).query.properties))
  t.same(names({}), ['page', 'limit', 'search'])
  t.same(names({ paging: 'cursor' }), ['cursor', 'limit', 'search'])
  t.same(names({ paging: 'none', filters: { tag: 'tags', status: 'status', class: 'group', id: 'id' } }), [
    ...['search', 'tag', 'status', 'class', 'id'],
  ])
  const { query } = only('list', { paging: 'none', filters: { tag: 'tags', status: 'status', class: 'group' } })
  t.match(query.properties, {
    tag: { type: 'string', maxLength: 5 },
    status: { enum: ['in', 'out'] },
    class: { type: 'string', maxLength: 9 },
  })
  t.notOk('required' in query)
})

test('a create takes what clients write, a replacement what was read as well', async (t) => {
  t.same(only('create').body, {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 9 },
      group: { type: ['string', 'null'], maxLength: 9, default: null },
      tags: { type: 'array', items: { type: 'string', maxLength: 5 }, default: [] },
    },
    required: ['name'],
    additionalProperties: false,
  })
  t.match(only('replace').body, { properties: { id: { readOnly: true }, age: { readOnly: true } }, required: ['name'] })
  const { body } = only('replace', { omitted: 'keep' })
  t.notOk(body !== null && 'required' in body, 'what is omitted is kept')
  t.match(body, { properties: { group: { type: ['string', 'null'], default: undefined } } })
})

test('an answer is the record, or what the operation says instead', async (t) => {
  t.same(Object.keys(Object(only('get').output.properties)), [
    ...['id', 'name', 'group', 'tags', 'age', 'status', 'created_at', 'updated_at'],
  ])
  t.same(only('create', { replies: { created: true } }).output, {
    type: 'object',
    properties: { created: { const: true }, id: { type: 'string', format: 'uuid' } },
    required: ['created', 'id'],
    additionalProperties: false,
  })
})

test('an operation lists the errors that follow from its resource, each once', async (t) => {
  const unique = { once: { fields: ['name'], error: 'NAME_TAKEN' }, twice: { fields: ['group'] } }
  const fields = { ...pupil.fields, mail: { type: 'string', unique: true } } as const
  t.same(only('create', { quota: 'places' }, { unique, fields }).errors, ['FULL', 'NAME_TAKEN', 'ALREADY_EXISTS'])
  t.same(only('replace', {}, { fields }).errors, ['ALREADY_EXISTS'])
  t.same(only('leave').errors, ['GONE'])
  t.same(only('get', {}, { unique, fields }).errors, [])
})

test('an answer that holds a secret says so, however deep it is', async (t) => {
  const key = { type: 'object', properties: { value: { type: 'string', secret: true } } } as const
  t.ok(only('get', {}, { fields: { key } }).secret)
  t.notOk(only('get').secret)
})

test('an operation of its own has UUIDs in its path unless it says otherwise', async (t) => {
  const operation = defineOperation({
    name: 'pupil.move',
    doc: 'Moves a pupil.',
    method: 'POST',
    path: '/pupils/{id}/years/{year}',
    params: { year: { type: 'integer', minimum: 1, maximum: 9 } },
    output: { type: 'boolean' },
  })
  const completed = completeOperation('school', operation)
  t.match(completed, { auth: { kind: 'any' }, body: null, status: 200, errors: [], resource: null, secret: false })
  t.same(completed.params.properties, {
    id: { type: 'string', format: 'uuid' },
    year: { type: 'integer', minimum: 1, maximum: 9 },
  })
  t.same(completeOperation('school', { ...operation, scope: 'api:pupil:move' }).auth, {
    kind: 'scope',
    scope: 'api:pupil:move',
  })
})

test('the names in braces are the parameters', async (t) => {
  t.same(parameters('/a/{b}/c/{d}'), ['b', 'd'])
  t.same(parameters('/a'), [])
})
