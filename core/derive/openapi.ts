import type { Json } from '#definitions'
import type { ByName, JsonSchema, Model, ModelError, ModelOperation } from '../model.ts'
import { errorsOf } from './errors-of.ts'

/** The OpenAPI document of these operations. Source: OpenAPI 3.1.1. */
export const toOpenApi = (model: Model, operations: ByName<ModelOperation>, version: string): JsonSchema => {
  const paths: { [path: string]: { readonly [method: string]: Json } } = {}
  for (const operation of Object.values(operations)) {
    const { path, method } = operation
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(operation, model) }
  }
  const modules = [...new Set(Object.values(operations).map(({ module }) => module))]
  return {
    openapi: '3.1.1',
    info: { title: 'Lectern', version, description: 'A self-hosted school backend.' },
    tags: modules.map((name) => ({ name, description: model.modules[name]?.doc ?? '' })),
    security: [{ credential: [] }],
    paths,
    components: {
      securitySchemes: {
        credential: { type: 'http', scheme: 'bearer', description: 'An API key (`lk_…`) or a token made with one.' },
      },
      schemas: { Error: errorSchema },
    },
  }
}

const toOperation = (operation: ModelOperation, model: Model): JsonSchema => {
  const { name, module, doc, auth, body, status } = operation
  return {
    operationId: name,
    tags: [module],
    summary: doc,
    ...(auth.kind === 'public' ? { security: [] } : {}),
    ...(auth.kind === 'scope' ? { 'x-scope': auth.scope } : {}),
    parameters: [
      ...toParameters(operation.params, 'path'),
      ...toParameters(operation.query, 'query'),
      ...toHeaders(operation),
    ],
    ...(body === null ? {} : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: { description: 'Success.', content: { 'application/json': { schema: toEnvelope(operation) } } },
      ...toErrors(errorsOf(operation, model)),
    },
  }
}

const members = (schema: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(typeof schema.properties === 'object' && schema.properties !== null ? schema.properties : {}).map(
    ([name, member]) => [
      name,
      typeof member === 'object' && member !== null && !Array.isArray(member) ? (member as JsonSchema) : {},
    ],
  )

const toParameters = (schema: JsonSchema, where: 'path' | 'query'): readonly Json[] =>
  members(schema).map(([name, member]) => ({
    name,
    in: where,
    required: where === 'path' || (Array.isArray(schema.required) && schema.required.includes(name)),
    schema: member,
  }))

const header = (name: string, description: string): JsonSchema => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

const toHeaders = ({ method, action, auth }: ModelOperation): readonly Json[] => [
  ...(method === 'POST' && auth.kind !== 'public'
    ? [header('Idempotency-Key', 'Makes it safe to send again: the same key and body answer the same for 24 hours.')]
    : []),
  ...(action.kind === 'get'
    ? [header('If-None-Match', 'Answers 304 while the record is the one with this ETag.')]
    : []),
  ...(['replace', 'delete', 'transition'].includes(action.kind)
    ? [header('If-Match', 'Changes the record only while it is the one with this ETag; else 412.')]
    : []),
]

const toEnvelope = ({ action, output }: ModelOperation): JsonSchema => {
  const count: JsonSchema = { type: 'integer', minimum: 0 }
  const paging = action.kind === 'list' ? action.paging : 'none'
  const walked: ByName<JsonSchema> =
    paging === 'page'
      ? { page: count, limit: count, total: count }
      : paging === 'cursor'
        ? { next_cursor: { type: ['string', 'null'] }, limit: count }
        : {}
  return {
    type: 'object',
    properties: { data: output, ...walked },
    required: ['data', ...Object.keys(walked)],
    additionalProperties: false,
  }
}

const toErrors = (errors: readonly ModelError[]): ByName<Json> => {
  const statuses = [...new Set([400, ...errors.map(({ status }) => status)])].sort((one, other) => one - other)
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = errors.filter((error) => error.status === status)
      const shape = status === 400 ? ['`Invalid input`: it does not fit its schema.'] : []
      return [
        String(status),
        {
          description: [...shape, ...codes.map(({ code, message }) => `\`${code}\`: ${message}`)].join('\n'),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]
    }),
  )
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'A sentence for people.' },
    code: { type: 'string', description: 'What programs match on.' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          in: { enum: ['body', 'query', 'path', 'header'] },
          path: { type: 'string', description: 'A JSON Pointer.' },
          message: { type: 'string' },
        },
        required: ['in', 'path', 'message'],
        additionalProperties: false,
      },
    },
    limit: { type: 'integer' },
    upgrade_url: { type: 'string' },
  },
  required: ['error'],
}
