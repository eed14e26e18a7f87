import { test } from 'tap'
import { collect } from '#core/collect.ts'
import { complete } from '#core/complete/complete.ts'
import { fillMembers } from '#core/complete/fill-members.ts'
import { completeMachine } from '#core/complete/machine.ts'
import { completeResource } from '#core/complete/resource.ts'
import {
  type Definition,
  defineContribution,
  defineExtensionPoint,
  definePage,
  defineQuota,
  type Fields,
  type Resource,
} from '#definitions'

const pupil: Resource = { kind: 'resource', name: 'pupil', doc: 'x', fields: { name: { type: 'string' } } }

const modelOf = (definitions: readonly Definition[], more: object = {}) => {
  const collection = collect([
    { module: { name: 'school', doc: 'x', definitions, ...more }, source: './school.ts', enabled: false },
  ])
  if (collection.faults.length > 0) throw new Error('a fault')
  return complete(collection)
}

test('the columns of a resource are its own and those of its traits, in order', async (t) => {
  const states = { initial: 'in', final: ['out'], transitions: { go: { from: ['in'], to: 'out' } } }
  const names = (more: Partial<Resource>) =>
    completeResource('school', { ...pupil, ...more }, false).fields.map(({ name }) => name)
  t.same(names({}), ['id', 'account_id', 'name', 'created_at', 'updated_at'])
  t.same(names({ owner: 'none', timestamps: false }), ['id', 'name'])
  t.same(names({ owner: 'none', timestamps: false, key: ['name'] }), ['name'])
  t.same(names({ states, timestamps: false }), ['id', 'account_id', 'name', 'status'])
})

test('a resource without more words has a table, ids in order of time, and an owner', async (t) => {
  const completed = completeResource('school', { ...pupil, name: 'join-request' }, false)
  t.match(completed, { plural: 'join-requests', table: 'join_requests', owner: 'account', id: 'uuid7', key: ['id'] })
  t.match(completed, { path: null, was: null, timestamps: true, states: null, retention: null, searched: false })
  t.match(completeResource('school', { ...pupil, unique: { once: { fields: ['name'] } } }, false).unique, [
    { name: 'once', fields: ['name'], error: 'ALREADY_EXISTS' },
  ])
  t.same(completeResource('school', { ...pupil, retention: { after: '1d' } }, false).retention, {
    after: '1d',
    since: 'created_at',
    where: {},
  })
})

test('records are counted where a quota or a page needs their number', async (t) => {
  const counted = (more: Partial<Resource>, byQuota = false) =>
    completeResource('school', { ...pupil, ...more }, byQuota).counted
  t.notOk(counted({}))
  t.ok(counted({}, true))
  t.ok(counted({ operations: { list: {} } }))
  t.notOk(counted({ operations: { list: { paging: 'cursor' } } }))
  t.notOk(counted({ owner: 'none', operations: { list: {} } }), 'of no account')
  const quota = defineQuota({ name: 'pupils', doc: 'x', counts: 'pupil', default: null, error: 'FULL' })
  t.match(modelOf([pupil, quota]).resources.pupil, { counted: true })
})

test('the states of a machine are those that a record can come to stand in', async (t) => {
  const go = { from: ['in', 'lost'], to: 'out' }
  t.same(completeMachine({ initial: 'in', transitions: { go } }), {
    field: 'status',
    initial: 'in',
    final: [],
    states: ['in', 'out'],
    transitions: [
      {
        ...{ name: 'go', doc: '', from: ['in', 'lost'], to: 'out', refused: 'INVALID_TRANSITION' },
        ...{ event: null, job: null, after: null, since: 'updated_at' },
      },
    ],
  })
})

test('everything else is filled once, too', async (t) => {
  const model = modelOf(
    [
      { kind: 'job', name: 'sweep', doc: 'x', payload: {} },
      { kind: 'job', name: 'write', doc: 'x', payload: {}, timeout: '5s', retry: ['1m', '2h'], cron: '* * * * *' },
      { kind: 'subscription', name: 'hear', doc: 'x', event: '*' },
      definePage({ name: 'home.page', doc: 'x', path: '/t/{slug}' }),
      defineExtensionPoint({
        name: 'home.blocks',
        doc: 'x',
        holds: { a: { type: 'integer' }, b: { ref: 'pupil', nullable: true } },
      }),
      defineContribution({ to: 'home.blocks', key: 'faq', doc: 'x', data: { a: 1 } }),
    ],
    { scopes: { 'api:pupil:read': 'Reads.' }, features: { pupils: { doc: 'x', default: true } } },
  )
  t.match(model.modules.school, { needs: [], source: './school.ts', enabled: false, settings: {} })
  t.match(model.jobs.sweep, { timeoutMs: 60_000, retryMs: [60_000, 300_000, 1_800_000], cron: null })
  t.match(model.jobs.write, { timeoutMs: 5000, retryMs: [60_000, 7_200_000], cron: '* * * * *' })
  t.match(model.subscriptions.hear, { module: 'school', event: '*', job: null })
  t.same(model.pages['home.page']?.params.properties, { slug: { type: 'string', maxLength: 200 } })
  t.match(model.extensionPoints['home.blocks'], { input: null, output: null })
  t.same(model.contributions['home.blocks/faq']?.data, { a: 1, b: null })
  t.same(model.scopes, { 'api:pupil:read': { module: 'school', doc: 'Reads.' } })
  t.same(model.features, { pupils: { module: 'school', doc: 'x', default: true } })
})

test('what members omit is filled, inside others too', async (t) => {
  const item = {
    text: { type: 'string' },
    level: { enum: [1, 2], default: 1 },
    note: { type: 'string', nullable: true },
    more: { type: 'string', nullable: true, optional: true },
  } as const
  const fields: Fields = {
    items: { type: 'array', items: { type: 'object', properties: item }, default: [] },
    first: { type: 'object', properties: item, optional: true },
    rest: { type: 'object', additionalProperties: true, optional: true },
    lists: { type: 'array', items: { type: 'array', items: { type: 'integer' } }, default: [] },
  }
  t.same(fillMembers(fields, {}), { items: [], lists: [] })
  t.same(fillMembers(fields, { items: [{ text: 'a' }, 3], first: { note: 'b' }, rest: { x: 1 }, lists: [[1]], y: 2 }), {
    items: [{ text: 'a', level: 1, note: null }, 3],
    first: { level: 1, note: 'b' },
    rest: { x: 1 },
    lists: [[1]],
    y: 2,
  })
})

test('a Model can be written as JSON', async (t) => {
  const model = modelOf([pupil])
  t.same(JSON.parse(JSON.stringify(model)), JSON.parse(JSON.stringify(structuredClone(model))))
  t.equal(model.format, 1)
})
