import type { Field, Operation, Resource, ResourceOperation } from '#definitions'
import type { Action, Auth, JsonSchema, ModelField, ModelOperation, ModelResource } from '../model.ts'
import { holdsSecret, objectSchema, toJsonSchema } from './field.ts'

const uuid: Field = { type: 'string', format: 'uuid' }

/** An operation of its own, with nothing left open. */
export const completeOperation = (module: string, operation: Operation): ModelOperation => ({
  name: operation.name,
  module,
  resource: null,
  doc: operation.doc,
  method: operation.method,
  path: operation.path,
  auth: operation.scope === undefined ? { kind: operation.auth ?? 'any' } : { kind: 'scope', scope: operation.scope },
  feature: operation.feature ?? null,
  action: { kind: 'behaviour' },
  params: objectSchema({
    ...Object.fromEntries(parameters(operation.path).map((name) => [name, uuid])),
    ...operation.params,
  }),
  query: objectSchema(operation.query ?? {}),
  body: operation.body === undefined ? null : toJsonSchema(operation.body),
  output: toJsonSchema(operation.output),
  status: operation.status ?? 200,
  secret: holdsSecret(operation.output),
  errors: operation.errors ?? [],
})

/** The operations of a resource, each with nothing left open. */
export const completeResourceOperations = (
  declared: Resource,
  resource: ModelResource,
  quotaError: (quota: string) => string | undefined,
): readonly ModelOperation[] =>
  Object.entries(declared.operations ?? {}).map(([name, operation]) => {
    const action = toAction(name, operation)
    const id = action.kind !== 'list' && action.kind !== 'create'
    const base = resource.path ?? `/${resource.table}`
    const auth: Auth = operation.scope === undefined ? { kind: 'any' } : { kind: 'scope', scope: operation.scope }
    return {
      name: `${resource.name}.${name}`,
      module: resource.module,
      resource: resource.name,
      doc: operation.doc ?? sentence(action, resource),
      method: methods[action.kind],
      path: !id ? base : action.kind === 'transition' ? `${base}/{id}/${name}` : `${base}/{id}`,
      auth,
      feature: operation.feature ?? null,
      action,
      params: objectSchema(id ? { id: uuid } : {}),
      query: objectSchema(action.kind === 'list' ? listQuery(action, resource, declared) : {}),
      body: bodyOf(action, resource),
      output: outputOf(action, resource),
      status: action.kind === 'create' ? 201 : 200,
      secret: resource.fields.some(({ secret, answered }) => secret && answered),
      errors: errorsOf(action, resource, quotaError),
    }
  })

const errorsOf = (
  action: Action,
  resource: ModelResource,
  quotaError: (quota: string) => string | undefined,
): readonly string[] => {
  const writes = action.kind === 'create' || action.kind === 'replace'
  const codes = [
    action.kind === 'create' && action.quota !== null ? quotaError(action.quota) : undefined,
    ...(writes ? resource.unique.map(({ error }) => error) : []),
    writes && resource.fields.some(({ unique }) => unique) ? 'ALREADY_EXISTS' : undefined,
    ...(resource.states?.transitions ?? [])
      .filter(({ name }) => action.kind === 'transition' && action.transition === name)
      .map(({ refused }) => refused),
  ]
  return [...new Set(codes)].filter((code) => code !== undefined)
}

/** The names in braces of a path. */
export const parameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].flatMap((match) => (match[1] === undefined ? [] : [match[1]]))

const methods = {
  list: 'GET',
  get: 'GET',
  create: 'POST',
  replace: 'PUT',
  delete: 'DELETE',
  transition: 'POST',
  behaviour: 'POST',
} as const

/** The operations that a resource may have without saying a transition, each derived by the core. */
export const derivedOperations = ['list', 'create', 'get', 'replace', 'delete'] as const

const toAction = (name: string, operation: ResourceOperation): Action => {
  if (operation.transition !== undefined) return { kind: 'transition', transition: operation.transition }
  const replies = operation.replies ?? null
  switch (name) {
    case 'list':
      return {
        kind: 'list',
        paging: operation.paging ?? 'page',
        filters: Object.entries(operation.filters ?? {}).map(([query, field]) => ({ query, field })),
      }
    case 'create':
      return { kind: 'create', quota: operation.quota ?? null, replies }
    case 'replace':
      return { kind: 'replace', omitted: operation.omitted ?? 'clear', replies }
    case 'delete':
      return { kind: 'delete' }
    case 'get':
      return { kind: 'get' }
    default:
      // Whatever else carries out the transition of its own name; `check` says so where there is none.
      return { kind: 'transition', transition: name }
  }
}

const listQuery = (action: Extract<Action, { kind: 'list' }>, resource: ModelResource, declared: Resource) => {
  const limit: Field = { type: 'integer', minimum: 1, maximum: 100, default: 20, doc: 'How many records.' }
  const page: Field = { type: 'integer', minimum: 1, maximum: 1000, default: 1, doc: 'Which page, from 1.' }
  const cursor: Field = { type: 'string', maxLength: 500, optional: true, doc: '`next_cursor` of the page before.' }
  const search: Field = { type: 'string', maxLength: 200, optional: true, doc: 'Text that must occur, in any case.' }
  const state = resource.states
  return {
    ...(action.paging === 'page' ? { page, limit } : action.paging === 'cursor' ? { cursor, limit } : {}),
    ...(resource.searched ? { search } : {}),
    ...Object.fromEntries(
      action.filters.map(({ query, field }): [string, Field] => {
        const found = declared.fields[field] ?? (state?.field === field ? { enum: state.states } : uuid)
        // A list of words is filtered by one of them.
        const { default: _, nullable: __, ...rest } = found.type === 'array' ? (found.items ?? found) : found
        return [query, { ...rest, optional: true }]
      }),
    ),
  } satisfies { [name: string]: Field }
}

const writable = (field: ModelField) => field.answered && !field.readOnly

const bodyOf = (action: Action, resource: ModelResource): JsonSchema | null => {
  if (action.kind !== 'create' && action.kind !== 'replace') return null
  const clears = action.kind === 'create' || action.omitted === 'clear'
  const properties = resource.fields.flatMap((field): [string, JsonSchema][] => {
    if (writable(field)) {
      const filled = clears && field.default !== undefined ? { ...field.schema, default: field.default } : field.schema
      return [[field.name, filled]]
    }
    // What was read may be written back: read-only members are accepted and ignored in a replacement.
    return field.answered && action.kind === 'replace' ? [[field.name, { readOnly: true }]] : []
  })
  const required = resource.fields.filter((field) => writable(field) && field.required && clears)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required: required.map(({ name }) => name) } : {}),
    additionalProperties: false,
  }
}

/** The schema of one record as it is answered. */
export const recordSchema = (resource: ModelResource): JsonSchema => {
  const answered = resource.fields.filter((field) => field.answered)
  return {
    type: 'object',
    properties: Object.fromEntries(
      answered.map(({ name, schema, readOnly }) => [name, readOnly ? { ...schema, readOnly } : schema]),
    ),
    required: answered.map(({ name }) => name),
    additionalProperties: false,
  }
}

const outputOf = (action: Action, resource: ModelResource): JsonSchema => {
  if (action.kind === 'list') return { type: 'array', items: recordSchema(resource) }
  if (action.kind === 'delete') {
    return {
      type: 'object',
      properties: { deleted: { const: true } },
      required: ['deleted'],
      additionalProperties: false,
    }
  }
  const replies = action.kind === 'create' || action.kind === 'replace' ? action.replies : null
  if (replies === null) return recordSchema(resource)
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(replies).map(([name, value]) => [name, { const: value }])),
      id: { type: 'string', format: 'uuid' },
    },
    required: [...Object.keys(replies), 'id'],
    additionalProperties: false,
  }
}

const sentence = (action: Action, { doc, name, plural }: ModelResource): string => {
  const one = name.replaceAll('-', ' ')
  switch (action.kind) {
    case 'list':
      return `Lists ${plural.replaceAll('-', ' ')}, newest first.`
    case 'transition':
      return `Carries out '${action.transition}' on one ${one}.`
    case 'behaviour':
      return doc
    default:
      return `${{ create: 'Creates', get: 'Reads', replace: 'Replaces', delete: 'Deletes' }[action.kind]} one ${one}.`
  }
}
