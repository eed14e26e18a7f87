/** Accounts that hold one record of everything that the Model knows how to make, and requests that are checked as they go. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { errorsOf } from '#core/derive/errors-of.ts'
import type { JsonSchema, ModelOperation, ModelResource } from '#core/model.ts'
import { addFormats } from '#core/validate/formats.ts'
import type { Json } from '#definitions'
import type { Answered, CallOptions } from '#test/caller.ts'
import { unknownId } from '#test/caller.ts'
import type { TestSystem } from '#test/system.ts'
import { validOf } from './values.ts'

export interface World {
  /** A new account with every feature, and a key of it. */
  newcomer(): Promise<Citizen>
  /** Names in the path that stand for a record, and of which resource. */
  recordsIn(operation: ModelOperation): readonly (readonly [parameter: string, resource: ModelResource])[]
  /** What an answer has that was not declared; empty when all is well. */
  faultsOf(operation: ModelOperation, answered: Answered<Json>): readonly string[]
}

export interface Citizen {
  readonly key: string
  /** A token of that key. */
  readonly token: string
  /** A new record; undefined when clients can make none. */
  make(resource: ModelResource): Promise<string | undefined>
  /** A body that is accepted, with records to refer to. */
  body(operation: ModelOperation): Promise<Json | undefined>
  /** Asks for an operation: by a path and body that fit, unless they are given. */
  ask(operation: ModelOperation, given?: Asked): Promise<Answered<Json>>
}

export interface Asked {
  readonly params?: { readonly [name: string]: string }
  readonly query?: string
  readonly body?: Json | undefined
  readonly key?: string | undefined
  readonly options?: CallOptions
}

export const makeWorld = ({ plan, call, account }: TestSystem): World => {
  const { model } = plan
  const operations = Object.values(plan.operations)
  const fits = makeFits()
  const resources = Object.values(model.resources)

  const recordsIn: World['recordsIn'] = ({ path }) => {
    const segments = path.split('/')
    return segments.flatMap((segment, place) => {
      const [, name] = /^\{(.+)\}$/.exec(segment) ?? []
      const found = resources.find((resource) => resource.path === segments.slice(0, place).join('/'))
      return name === undefined || found === undefined ? [] : [[name, found] as const]
    })
  }

  const faultsOf: World['faultsOf'] = (operation, { status, json }) => {
    if (status >= 500) return [`answers ${status}`]
    if (status < 400) {
      if (status !== operation.status) return [`answers ${status}, declared is ${operation.status}`]
      const { data, ...rest } = json
      return [...fits(operation.output, data), ...walkFaults(operation, rest)]
    }
    const { error, code, details } = json
    if (typeof error !== 'string') return ['has no sentence']
    if (code === undefined) {
      const isInvalid = status === 400 && error === 'Invalid input' && (details?.length ?? 0) > 0
      return isInvalid ? [] : [`answers ${status} without a code`]
    }
    const declared = errorsOf(operation, model).find((each) => each.code === code)
    if (declared === undefined) return [`answers ${code}, which it does not declare`]
    return declared.status === status ? [] : [`answers ${code} with ${status}`]
  }

  const newcomer = async (): Promise<Citizen> => {
    const features = Object.fromEntries(Object.keys(model.features).map((name) => [name, true]))
    const key = await (await account({ features })).key()
    const token = String((await call('POST', '/api/v1/auth/token', { key })).json.data.token)

    const make: Citizen['make'] = async (resource) => {
      const create = operations.find((each) => each.resource === resource.name && each.action.kind === 'create')
      if (create === undefined) return undefined
      const { status, text, json } = await ask(create)
      if (status !== 201) throw new Error(`${create.name}: ${text}`)
      const { data } = json
      return typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : undefined
    }

    /** Only what a record must refer to; what it may refer to stays null. */
    const body: Citizen['body'] = async (operation) => {
      if (operation.body === null) return undefined
      const least = validOf(operation.body)
      const resource = model.resources[operation.resource ?? '']
      if (resource === undefined || typeof least !== 'object' || least === null) return least
      return { ...least, ...(await referencesOf(resource, Object.keys(least))) }
    }

    const referencesOf = async (resource: ModelResource, members: readonly string[]) => {
      const references: { [name: string]: string } = {}
      for (const { name, ref } of resource.fields) {
        const target = ref === null ? undefined : model.resources[ref]
        if (target !== undefined && members.includes(name)) references[name] = (await make(target)) ?? unknownId
      }
      return references
    }

    const paramsOf = async (operation: ModelOperation): Promise<{ readonly [name: string]: string }> => {
      const valid = validOf(operation.params)
      const params: { [name: string]: string } = {}
      for (const [name, value] of Object.entries(Object(valid))) params[name] = String(value)
      for (const [name, resource] of recordsIn(operation)) params[name] = (await make(resource)) ?? unknownId
      return params
    }

    const ask: Citizen['ask'] = async (operation, given = {}) => {
      const params = given.params ?? (await paramsOf(operation))
      const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
      const sent = 'body' in given ? given.body : await body(operation)
      const usual = operation.auth.kind === 'token' ? token : key
      const credential = 'key' in given ? given.key : usual
      const query = given.query ?? (await queryOf(operation))
      const target = query === '' ? path : `${path}?${query}`
      return call<Json>(operation.method, target, { key: credential, body: sent, ...given.options })
    }
    return { key, token, make, body, ask }
  }
  return { newcomer, recordsIn, faultsOf }
}

/** The query parameters that must be given. */
const queryOf = (operation: ModelOperation): string => {
  const valid = validOf(operation.query)
  return Object.entries(Object(valid))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}

const walkFaults = ({ action }: ModelOperation, rest: object): readonly string[] => {
  const paging = action.kind === 'list' ? action.paging : 'none'
  const expected = { page: ['limit', 'page', 'total'], cursor: ['limit', 'next_cursor'], none: [] }[paging]
  const found = Object.keys(rest).sort()
  return found.join() === expected.join() ? [] : [`has ${found.join(' ')} beside data, not ${expected.join(' ')}`]
}

/** What is wrong with a value, told by a validator that fills nothing in. */
const makeFits = () => {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  addFormats(ajv)
  const kept = new Map<JsonSchema, ValidateFunction>()
  return (schema: JsonSchema, value: unknown): readonly string[] => {
    const validate = kept.get(schema) ?? ajv.compile(schema)
    kept.set(schema, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `answers data${instancePath} that ${message}`)
  }
}
