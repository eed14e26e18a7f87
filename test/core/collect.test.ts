import fc from 'fast-check'
import { test } from 'tap'
import { check } from '#core/check/check.ts'
import { collect, type Source } from '#core/collect.ts'
import { complete } from '#core/complete/complete.ts'
import { toSentence } from '#core/fault.ts'
import { type Definition, defineError, defineEvent, defineJob, defineResource, type Module } from '#definitions'
import { behaviourOf, coreSources } from './check/faults-of.ts'

const sourceOf = (module: Module, source = 'built-in'): Source => ({ module, source, enabled: true })

const sentences = (...sources: readonly Source[]) => collect(sources).faults.map(toSentence)

const pupil = defineResource({ name: 'pupil', doc: 'x', fields: {} })
const moduleOf = (name: string, definitions: readonly Definition[], more: Partial<Module> = {}): Module => ({
  ...{ name, doc: 'x', definitions },
  ...more,
})

test('definitions are found under their names, with the module that declares them', async (t) => {
  const made = defineEvent({ name: 'pupil.made', doc: 'x', payload: {} })
  const { resources, events, sources, faults } = collect([sourceOf(moduleOf('school', [pupil, made]))])
  t.same(resources, { pupil: { module: 'school', definition: pupil } })
  t.same(events, { 'pupil.made': { module: 'school', definition: made } })
  t.same(Object.keys(sources), ['school'])
  t.same(faults, [])
})

test('one name may stand for things of different kinds', async (t) => {
  const job = defineJob({ name: 'pupil', doc: 'x', payload: {} })
  t.same(sentences(sourceOf(moduleOf('school', [pupil, job]))), [])
})

test('two modules that declare one name are a fault that names both', async (t) => {
  const full = defineError({ code: 'FULL', status: 403, message: 'x' })
  const plugin = sourceOf(moduleOf('academy', [pupil, full]), './plugins/academy.ts')
  const expected = [
    "academy: pupil: declared in 'school' too; expected one owner for each name",
    "academy: FULL: declared in 'school' too; expected one owner for each name",
  ]
  const school = sourceOf(moduleOf('school', [pupil, full]))
  // Of the two the plugin is the newcomer, wherever it stands in the configuration.
  t.same(sentences(school, plugin), expected)
  t.same(sentences(plugin, school), expected)
  t.same(sentences(sourceOf(moduleOf('school', [pupil, pupil]))), [
    'school: pupil: declared twice in it; expected one owner for each name',
  ])
})

test('two modules of one name are one fault, not one for each of their definitions', async (t) => {
  const school = moduleOf('school', [pupil])
  t.same(sentences(sourceOf(school, './school.ts'), sourceOf(school)), [
    "configuration: modules: 'school' comes from 'built-in' and from './school.ts'; expected one module for each name",
  ])
})

test('two behaviours for one definition are a fault', async (t) => {
  const behaviours = [behaviourOf('job', 'sweep'), behaviourOf('job', 'sweep')]
  t.same(sentences(sourceOf(moduleOf('school', [], { behaviours }))), [
    'school: job sweep: declared twice in it; expected one owner for each name',
  ])
})

test('a module that cannot be read is told of and left out, its name kept', async (t) => {
  const broken: Module = JSON.parse('{ "name": "school", "doc": "x", "definitons": [] }')
  const nothing: Module = JSON.parse('null')
  const { faults, undecoded, sources } = collect([sourceOf(broken), sourceOf(nothing)])
  t.same(faults.map(toSentence), [
    'a module: found null; expected a module',
    "school: definitons: no word 'definitons'; did you mean 'definitions'?",
    "school: definitions: 'definitions' is missing",
  ])
  t.same([undecoded, Object.keys(sources)], [['', 'school'], []])
})

test('the order of modules changes neither the Model nor the faults', async (t) => {
  const names = fc.constantFrom('a', 'b', 'c', 'd')
  const definition: fc.Arbitrary<Definition> = fc.oneof(
    fc
      .record({ name: names, ref: names, path: names })
      .map(({ name, ref, path }) =>
        defineResource({ name, doc: 'x', path: `/${path}`, fields: { to: { ref } }, operations: { get: {} } }),
      ),
    names.map((name) => defineEvent({ name: `${name}.made`, doc: 'x', payload: {} })),
    names.map((name): Definition => ({ kind: 'job', name, doc: 'x', payload: {}, timeout: name === 'a' ? 'x' : '1m' })),
  )
  const module: fc.Arbitrary<Module> = fc.record({
    name: names,
    doc: fc.constant('x'),
    needs: fc.uniqueArray(names, { maxLength: 2 }),
    scopes: names.map((name) => ({ [`api:${name}:read`]: 'x' })),
    definitions: fc.array(definition, { maxLength: 3 }),
  })
  const source = fc.record({ module, source: fc.constantFrom('built-in', './x.ts'), enabled: fc.boolean() })
  const sources = fc.uniqueArray(source, { maxLength: 5, selector: (each) => `${each.module.name} ${each.source}` })
  const orders = sources.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
  )
  const outcome = (given: readonly Source[]) => {
    const collection = collect([...coreSources, ...given])
    const model = complete(collection)
    return JSON.stringify([model, collection.faults, check(model, collection)])
  }
  fc.assert(
    fc.property(orders, ([one, other]) => outcome(one) === outcome(other)),
    { numRuns: 300 },
  )
  t.pass('for 300 configurations')
})
