import fc from 'fast-check'
import { test } from 'tap'
import { check } from '#core/check/check.ts'
import { plainlyFits } from '#core/check/plainly-fits.ts'
import { collect, type Source } from '#core/collect.ts'
import { complete } from '#core/complete/complete.ts'
import type { JsonSchema } from '#core/model.ts'
import { faultsOf as faultsOfValue } from '#core/validate/compile.ts'
import type { Json } from '#definitions'
import students from '#modules/students/module.ts'
import { coreSources, faultsOf, faultsOfSources, lesson, moduleOf, pupil } from './faults-of.ts'

const builtIn: readonly Source[] = [{ module: students, source: 'built-in', enabled: true }]

test('the core and the built-in modules have no fault', async (t) => {
  t.same(faultsOfSources(builtIn), [])
})

test('one run tells every fault of every module', async (t) => {
  const school = moduleOf(
    [
      pupil({
        path: '/api/v1/pupils',
        fields: { name: { type: 'string', minLength: 3, maxLength: 2 }, friend: { ref: 'pupl' } },
        operations: { list: { scope: 'api:pupil:raed' }, gett: {} },
        states: { initial: 'in', transitions: { leave: { from: ['in'], to: 'out' } }, final: ['otu'] },
      }),
      lesson({ name: 'pupil.plan', path: '/api/v1/pupils', method: 'GET' }),
    ],
    { needs: ['academi'], scopes: { 'api:pupil:read': 'x' }, behaviours: [] },
  )
  const academy = moduleOf([pupil()], { name: 'academy', needs: ['school'] })
  t.same(faultsOf(school, academy), [
    "school: pupil: declared in 'academy' too; expected one owner for each name",
    "school: needs[0]: no module 'academi'; did you mean 'academy'?",
    'school: pupil.plan: operation without its behaviour',
  ])
  t.same(faultsOf(school), [
    "school: needs[0]: no module 'academi'",
    "school: pupil.fields.friend.ref: no resource 'pupl'; did you mean 'pupil'?",
    "school: pupil.operations.list.scope: no scope 'api:pupil:raed'; did you mean 'api:pupil:read'?",
    "school: pupil.plan.path: GET /api/v1/pupils is the route of 'pupil.list' in 'school' too; expected one owner for each route",
    "school: pupil.fields.name.minLength: 3 is more than 'maxLength', 2",
    "school: pupil.states.final[0]: no state 'otu'; did you mean 'out'?",
    "school: pupil.states: state 'out' is never left; expected a transition from it, or it among final",
    "school: pupil.operations.gett: no operation 'gett'; expected list, create, get, replace, delete, or a transition; did you mean 'get'?",
    'school: pupil.plan: operation without its behaviour',
  ])
})

test('checking asks no validator about values that plainly fit', async (t) => {
  const json: fc.Arbitrary<Json> = fc.oneof(fc.string(), fc.boolean(), fc.double({ noNaN: true }), fc.constant(null))
  const count = fc.integer({ min: 0, max: 4 })
  const schema = fc.oneof(
    fc.record({ type: fc.constant('string'), minLength: count, maxLength: count }, { requiredKeys: ['type'] }),
    fc.record(
      { type: fc.constantFrom('integer', 'number'), minimum: count, maximum: count },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constantFrom('boolean', 'null') }),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 1, null), { minLength: 1 }) }),
    fc.record({
      type: fc.constant('array'),
      items: fc.constant({ type: ['string', 'null'], maxLength: 1 }),
      maxItems: count,
    }),
    fc.constant({ type: 'string', format: 'duration' }),
    fc.constant({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }),
    fc.constant({ type: 'object', properties: {}, additionalProperties: false }),
  )
  const value: fc.Arbitrary<Json> = fc.oneof(
    json,
    count,
    fc.constantFrom('a', 'b', '1m', '', [], {}, ['a'], ['ab', null], 1.5, '😀'),
  )
  fc.assert(
    fc.property(schema, value, (given: JsonSchema, said: Json) => {
      const fits = faultsOfValue(given, said).length === 0
      return fits || !plainlyFits(given, said)
    }),
    { numRuns: 300 },
  )
  t.ok(plainlyFits({ type: 'array', items: { type: 'string', format: 'duration' } }, ['1m', '5m']))
})

test('checking what is built in takes little of a start', async (t) => {
  const collection = collect([...coreSources, ...builtIn])
  const model = complete(collection)
  const before = performance.now()
  t.same(check(model, collection), [])
  t.ok(performance.now() - before < 300, 'under 300 ms, on a busy machine too')
})
