/** Definition in; Model, tables, routes and OpenAPI out: compared with files. `GOLDEN=write npm test -- test/core/assemble.test.ts` rewrites them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import { type Test, test } from 'tap'
import { assemble } from '#core/assemble.ts'
import type { Source } from '#core/collect.ts'
import { toOpenApi } from '#core/derive/openapi.ts'
import { toSentence } from '#core/fault.ts'
import { makeTokens } from '#core/identity/token.ts'
import { createTable } from '#core/storage/schema/ddl.ts'
import { coreModule, httpModule } from '#core/system/module.ts'
import { defineModule, defineResource, type Module } from '#definitions'
import students from '#modules/students/module.ts'
import library from '#test/library/module.ts'
import rooms from '../../examples/rooms/module.ts'

const base: readonly Source[] = [coreModule, httpModule(makeTokens('the secret of a test'))].map((module) => ({
  module,
  source: 'core',
  enabled: true,
}))

const assembled = (module: Module, enabled = true) =>
  Effect.runPromise(assemble([...base, ...needed(module), { module, source: 'a test', enabled }]))

const needed = ({ needs = [] }: Module): readonly Source[] =>
  needs.includes(students.name) ? [{ module: students, source: 'a test', enabled: true }] : []

const golden = async (t: Test, name: string, found: string) => {
  const file = `test/core/golden/${name}`
  if (process.env.GOLDEN === 'write') {
    await mkdir('test/core/golden', { recursive: true })
    await writeFile(file, found)
  }
  t.equal(found, await readFile(file, 'utf8'), `${name} is as it was`)
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** What is derived from a module, file by file. */
const derived = async (module: Module) => {
  const { model, tables, operations } = await assembled(module)
  const own = <T extends { readonly module: string }>(entries: { readonly [name: string]: T }) =>
    Object.fromEntries(Object.entries(entries).filter(([, entry]) => entry.module === module.name))
  const resources = Object.values(own(model.resources)).map(({ table }) => table)
  const made = tables.filter(({ name }) => resources.includes(name)).map((table) => createTable(table))
  const routes = Object.values(own(operations)).map(({ method, path, name, auth }) => [method, path, name, auth])
  return {
    'model.json': json({
      module: model.modules[module.name],
      resources: own(model.resources),
      operations: own(model.operations),
      events: own(model.events),
      jobs: own(model.jobs),
    }),
    'tables.sql': `${made.join('\n\n')}\n`,
    'routes.json': `[\n${routes.map((route) => `  ${JSON.stringify(route)}`).join(',\n')}\n]\n`,
    'openapi.json': json(toOpenApi(model, own(operations), '0.0.0')),
  }
}

for (const module of [rooms, students]) {
  test(`'${module.name}' becomes the same Model, tables, routes and OpenAPI as before`, async (t) => {
    for (const [name, found] of Object.entries(await derived(module))) await golden(t, `${module.name}.${name}`, found)
  })
}

test('nearly everything that the language can say becomes the same tables and routes as before', async (t) => {
  const { 'tables.sql': tables, 'routes.json': routes } = await derived(library)
  await golden(t, 'library.tables.sql', tables)
  await golden(t, 'library.routes.json', routes)
})

test('the Model can be written as JSON and read again without a difference', async (t) => {
  const { model } = await assembled(rooms)
  const text = JSON.stringify(model)
  t.equal(JSON.stringify(JSON.parse(text)), text)
  t.ok(Object.isFrozen(model.resources.room?.fields))
})

test('a module that is switched off keeps its tables; its routes, scopes and jobs are gone', async (t) => {
  const plan = await assembled(rooms, false)
  t.ok(plan.tables.some(({ name }) => name === 'bookings'))
  t.same(
    Object.values(plan.operations).filter(({ module }) => module === 'rooms'),
    [],
  )
  t.notOk(plan.scopes.has('api:room:read'))
  t.notOk('write-notice' in plan.jobs)
})

test('every fault of every module is told in one run, each with its place and the nearest right word', async (t) => {
  const thing = defineResource({
    name: 'thing',
    doc: 'Anything.',
    path: '/api/v1/things',
    fields: { name: { type: 'string', maxLength: 10 }, owner_id: { ref: 'roomm' } },
    operations: { list: { scope: 'api:thing:raed' }, create: { scope: 'api:thing:read', quota: 'things' } },
  })
  const faulty = defineModule({
    name: 'things',
    doc: 'Things.',
    needs: ['room'],
    scopes: { 'api:thing:read': 'Read things.' },
    definitions: [thing],
  })
  const sources = [...base, ...[rooms, faulty].map((module) => ({ module, source: 'a test', enabled: true }))]
  const exit = await Effect.runPromiseExit(assemble(sources))
  t.ok(Exit.isFailure(exit))
  const refused = await Effect.runPromise(Effect.flip(assemble(sources)))
  t.same(refused.faults.map(toSentence).sort(), [
    "things: needs[0]: no module 'room'; did you mean 'rooms'?",
    "things: thing.fields.owner_id.ref: no resource 'roomm'; did you mean 'room'?",
    "things: thing.operations.create.quota: no quota 'things'",
    "things: thing.operations.list.scope: no scope 'api:thing:raed'; did you mean 'api:thing:read'?",
  ])
})
