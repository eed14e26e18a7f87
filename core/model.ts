import type { Field, Fields, FieldType, Json } from '#definitions'

/**
 * The Model: all definitions of all modules, merged, completed and checked. Nothing in it is optional, it can be written
 * as JSON, and everything after `check` reads it and nothing else.
 */
export interface Model {
  /** The version of this shape; an older process beside a newer one plans nothing. */
  readonly format: 1
  readonly modules: ByName<ModelModule>
  readonly scopes: ByName<{ readonly module: string; readonly doc: string }>
  readonly features: ByName<{ readonly module: string; readonly doc: string; readonly default: boolean }>
  readonly errors: ByName<ModelError>
  readonly quotas: ByName<ModelQuota>
  readonly resources: ByName<ModelResource>
  readonly operations: ByName<ModelOperation>
  readonly events: ByName<{ readonly module: string; readonly doc: string; readonly payload: Fields }>
  readonly subscriptions: ByName<ModelSubscription>
  readonly jobs: ByName<ModelJob>
  readonly extensionPoints: ByName<ModelExtensionPoint>
  /** By `point/key`. */
  readonly contributions: ByName<ModelContribution>
  readonly pages: ByName<ModelPage>
}

export type ByName<T> = { readonly [name: string]: T }

export interface ModelModule {
  readonly name: string
  readonly doc: string
  readonly needs: readonly string[]
  /** Where it came from: `built-in`, `core`, or the path or package in the configuration. */
  readonly source: string
  /** A module switched off keeps its tables; its routes, scopes, jobs and subscriptions are gone. */
  readonly enabled: boolean
  readonly settings: Fields
}

export interface ModelError {
  readonly module: string
  readonly code: string
  readonly status: number
  readonly message: string
}

export interface ModelQuota {
  readonly module: string
  readonly name: string
  readonly doc: string
  readonly counts: string
  readonly default: number | null
  readonly error: string
  readonly upgrade: boolean
}

/** A column's meaning: its field, completed. */
export interface ModelField {
  readonly name: string
  /** JSON Schema of one value, our own words taken out, `nullable` translated. */
  readonly schema: JsonSchema
  readonly type: FieldType
  readonly format: string | null
  readonly nullable: boolean
  /** Must be given by whoever creates or replaces. */
  readonly required: boolean
  readonly readOnly: boolean
  readonly secret: boolean
  readonly search: boolean
  readonly unique: boolean
  readonly default: Json | undefined
  readonly from: string | null
  readonly ref: string | null
  readonly onDelete: 'restrict' | 'cascade' | 'clear'
  readonly was: string | null
  readonly doc: string
  /** Part of answers. Columns of the core's own (account_id) are not. */
  readonly answered: boolean
  /** For arrays of text, which are stored as `text[]`. */
  readonly textItems: boolean
}

export type JsonSchema = { readonly [keyword: string]: Json }

export interface ModelTransition {
  readonly name: string
  readonly doc: string
  readonly from: readonly string[]
  readonly to: string
  readonly refused: string
  readonly event: string | null
  readonly job: string | null
  readonly after: string | null
  readonly since: string
}

export interface ModelMachine {
  readonly field: string
  readonly initial: string
  readonly final: readonly string[]
  /** In the order in which they are first named. */
  readonly states: readonly string[]
  readonly transitions: readonly ModelTransition[]
}

export interface ModelResource {
  readonly name: string
  readonly module: string
  readonly doc: string
  readonly plural: string
  readonly path: string | null
  readonly table: string
  readonly was: string | null
  readonly owner: 'account' | 'none'
  readonly id: 'uuid7' | 'uuid4'
  readonly key: readonly string[]
  readonly timestamps: boolean
  /** All columns in order: id, account_id, declared ones, the state, the times. */
  readonly fields: readonly ModelField[]
  readonly unique: readonly { readonly name: string; readonly fields: readonly string[]; readonly error: string }[]
  readonly indexes: readonly { readonly name: string; readonly fields: readonly string[] }[]
  readonly states: ModelMachine | null
  readonly events: {
    readonly created: string | null
    readonly replaced: string | null
    readonly deleted: string | null
  }
  readonly retention: {
    readonly after: string
    readonly since: string
    readonly where: ByName<Json>
  } | null
  /** A kept total per account, because a page-paged list or a quota needs it. */
  readonly counted: boolean
  readonly searched: boolean
}

export type Auth =
  | { readonly kind: 'scope'; readonly scope: string }
  | { readonly kind: 'any' | 'key' | 'token' | 'public' }

/** What an operation does, beside what all operations have. */
export type Action =
  | {
      readonly kind: 'list'
      readonly paging: 'page' | 'cursor' | 'none'
      /** Query parameter and the field it must equal. */
      readonly filters: readonly { readonly query: string; readonly field: string }[]
    }
  | { readonly kind: 'get' }
  | { readonly kind: 'create'; readonly quota: string | null; readonly replies: ByName<Json> | null }
  | { readonly kind: 'replace'; readonly omitted: 'clear' | 'keep'; readonly replies: ByName<Json> | null }
  | { readonly kind: 'delete' }
  | { readonly kind: 'transition'; readonly transition: string }
  | { readonly kind: 'behaviour' }

export interface ModelOperation {
  /** `student.list`. */
  readonly name: string
  readonly module: string
  /** The resource it belongs to; null for an operation of its own. */
  readonly resource: string | null
  readonly doc: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly auth: Auth
  readonly feature: string | null
  readonly action: Action
  /** JSON Schemas of objects: what is accepted. `body` is null where none is read. */
  readonly params: JsonSchema
  readonly query: JsonSchema
  readonly body: JsonSchema | null
  /** JSON Schema of what stands under `data`. */
  readonly output: JsonSchema
  readonly status: 200 | 201 | 202
  /** The answer holds a secret: it is never logged, and kept encrypted. */
  readonly secret: boolean
  readonly errors: readonly string[]
}

export interface ModelSubscription {
  readonly name: string
  readonly module: string
  readonly doc: string
  readonly event: string
  readonly job: string | null
}

export interface ModelJob {
  readonly name: string
  readonly module: string
  readonly doc: string
  readonly payload: Fields
  readonly timeoutMs: number
  readonly retryMs: readonly number[]
  readonly cron: string | null
}

export interface ModelExtensionPoint {
  readonly name: string
  readonly module: string
  readonly doc: string
  readonly holds: Fields
  readonly input: Field | null
  readonly output: Field | null
}

export interface ModelContribution {
  readonly to: string
  readonly key: string
  readonly module: string
  readonly doc: string
  readonly data: ByName<Json>
}

export interface ModelPage {
  readonly name: string
  readonly module: string
  readonly doc: string
  readonly path: string
  readonly params: JsonSchema
  readonly errors: readonly string[]
}
