import { Ajv2020 } from 'ajv/dist/2020.js'
import * as Effect from 'effect/Effect'
import t from 'tap'
import { assemble } from '#core/assemble.ts'
import { errorsOf } from '#core/derive/errors-of.ts'
import { toOpenApi } from '#core/derive/openapi.ts'
import { makeTokens } from '#core/identity/token.ts'
import { coreModule, httpModule } from '#core/system/module.ts'
import { addFormats } from '#core/validate/formats.ts'
import students from '#modules/students/module.ts'
import library from '#test/library/module.ts'

const core = [coreModule, httpModule(makeTokens('the secret of a test'))]
const plan = await Effect.runPromise(
  assemble([
    ...core.map((module) => ({ module, source: 'core', enabled: true })),
    ...[students, library].map((module) => ({ module, source: 'a test', enabled: true })),
  ]),
)
const { model, operations } = plan
const all = Object.values(operations)

interface Document {
  readonly openapi: string
  readonly paths: { readonly [path: string]: { readonly [method: string]: Described } }
  readonly components: { readonly schemas: { readonly [name: string]: object } }
  readonly tags: readonly { readonly name: string }[]
}

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly security?: readonly object[]
  readonly 'x-scope'?: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: object
  }[]
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: object } } }
  readonly responses: {
    readonly [status: string]: {
      readonly description: string
      readonly content: { readonly [type: string]: { readonly schema: object } }
    }
  }
}

const document: Document = JSON.parse(JSON.stringify(toOpenApi(model, operations, '1.2.3')))
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, each]) => ({ path, method: method.toUpperCase(), ...each })),
)
const of = (name: string) => {
  const found = described.find(({ operationId }) => operationId === name)
  if (found === undefined) throw new Error(`${name} is not described`)
  return found
}

t.test('every operation is described once, under its own name', async (t) => {
  t.match(document.openapi, /^3\.1\./)
  t.strictSame(described.map(({ operationId }) => operationId).toSorted(), all.map(({ name }) => name).toSorted())
  for (const { name, path, method } of all) t.match(of(name), { path, method })
  for (const { summary, tags } of described) {
    t.match(summary, /^[A-Z'].*\.$/)
    t.ok(document.tags.some(({ name }) => name === tags[0]))
  }
})

t.test('every schema in it is a schema, and every reference leads somewhere', async (t) => {
  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  const text = JSON.stringify(document)
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)
  t.ok(references.length > 0)
  for (const name of new Set(references)) t.ok(name in document.components.schemas, name)
  for (const { parameters, requestBody, responses } of described) {
    const schemas = [
      ...parameters.map(({ schema }) => schema),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
      ...Object.values(responses).flatMap(({ content }) => Object.values(content).map(({ schema }) => schema)),
    ].filter((schema) => !('$ref' in schema))
    for (const schema of schemas) t.doesNotThrow(() => ajv.compile(schema))
  }
})

t.test('what stands in a path is a parameter, and no other is', async (t) => {
  for (const { path, parameters } of described) {
    const inPath = parameters.filter((each) => each.in === 'path')
    t.strictSame(
      inPath.map(({ name }) => `{${name}}`),
      path.match(/\{[^}]+\}/g) ?? [],
    )
    t.ok(inPath.every(({ required }) => required))
  }
})

t.test('each error that an operation may answer with is told, with its status', async (t) => {
  for (const operation of all) {
    const { responses } = of(operation.name)
    t.ok(String(operation.status) in responses)
    for (const { code, status } of errorsOf(operation, model))
      t.ok(responses[status]?.description.includes(`\`${code}\``), `${operation.name} ${status} ${code}`)
  }
})

t.test('an operation declares the errors that come with being what it is', async (t) => {
  const codes = (name: string) => {
    const operation = operations[name]
    return operation === undefined ? [] : errorsOf(operation, model).map(({ code }) => code)
  }
  const has = (name: string, ...expected: readonly string[]) => {
    for (const code of expected) t.ok(codes(name).includes(code), `${name} ${code}`)
  }
  const hasNot = (name: string, ...others: readonly string[]) => {
    for (const code of others) t.notOk(codes(name).includes(code), `${name} not ${code}`)
  }
  has(
    'student.create',
    'UNAUTHENTICATED',
    'INSUFFICIENT_SCOPE',
    'RATE_LIMITED',
    'MALFORMED_JSON',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_IN_PROGRESS',
    'ROSTER_LIMIT_REACHED',
    'INTERNAL',
    'UNAVAILABLE',
  )
  hasNot('student.create', 'NOT_FOUND', 'PRECONDITION_FAILED', 'FEATURE_DISABLED')
  has('student.get', 'NOT_FOUND', 'PRECONDITION_FAILED')
  hasNot('student.get', 'MALFORMED_JSON', 'IDEMPOTENCY_KEY_REUSED')
  has('student.delete', 'IN_USE')
  has('loan.create', 'NOT_FOUND', 'LOAN_LIMIT_REACHED')
  has('loan.return', 'LOAN_CLOSED', 'PRECONDITION_FAILED', 'NOT_FOUND')
  has('loan.write-off', 'INVALID_TRANSITION')
  has('book.create', 'BARCODE_TAKEN')
  has('shelf.replace', 'ALREADY_EXISTS')
  hasNot('shelf.delete', 'IN_USE')
  has('wish.create', 'FEATURE_DISABLED')
  hasNot('library.hours', 'UNAUTHENTICATED', 'RATE_LIMITED', 'INSUFFICIENT_SCOPE')
})

t.test('it tells who may ask, and what goes beside the body', async (t) => {
  const headers = (name: string) =>
    of(name)
      .parameters.filter((each) => each.in === 'header')
      .map((each) => each.name)
  t.equal(of('student.list')['x-scope'], 'api:student:read')
  t.strictSame(of('library.hours').security, [])
  t.equal(of('student.list').security, undefined)
  t.strictSame(headers('student.create'), ['Idempotency-Key'])
  t.strictSame(headers('student.replace'), ['If-Match'])
  t.ok(headers('student.get').includes('If-None-Match'))
  t.strictSame(headers('student.list'), [])
  t.equal(of('student.list').requestBody, undefined)
  const query = of('book.list').parameters.filter((each) => each.in === 'query')
  t.strictSame(
    query.map(({ name }) => name),
    ['cursor', 'limit', 'search', 'language', 'shelf', 'keyword', 'lendable', 'pages'],
  )
  t.ok(query.every(({ required }) => !required))
})
