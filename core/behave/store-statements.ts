import * as Effect from 'effect/Effect'
import { v4 } from 'uuid'
import type { Json } from '#definitions'
import { newIdInTime } from '../act/new-id.ts'
import { type RequireReferences, requireReferences } from '../act/references.ts'
import { deleteStatement } from '../derive/statements/delete.ts'
import { isOwned, recordJson, tableOf } from '../derive/statements/record.ts'
import { transitionStatement } from '../derive/statements/transition.ts'
import { toWritten, type Written } from '../derive/statements/write.ts'
import { columnType, listOrder, ownerColumns } from '../derive/tables.ts'
import type { Model, ModelField, ModelResource, ModelTransition } from '../model.ts'
import type { SqlValue } from '../storage/database.ts'
import { literal, quoted, type Statement, schemaNameOf, statement } from '../storage/statement.ts'

type Members = { readonly [name: string]: Json }

/** What a behaviour's store runs for one resource; texts for sets of members are made once and kept. */
export interface StoreStatements {
  readonly resource: ModelResource
  readonly find: Statement
  /** The same, holding the row until the transaction ends. */
  readonly hold: Statement
  /** The searched fields that are missing when these are written: none, or all but these. */
  readonly restOfSearch: (names: readonly string[]) => readonly string[]
  readonly remove: Statement
  readonly insert: {
    readonly statement: Statement
    readonly toValues: (members: Members, accountId: string | null, now: string) => readonly SqlValue[]
  }
  readonly update: (names: readonly string[]) => {
    readonly statement: Statement
    readonly toValues: (members: Members, accountId: string | null) => readonly SqlValue[]
  }
  readonly select: (names: readonly string[]) => {
    readonly statement: Statement
    readonly toValues: (where: Members) => readonly SqlValue[]
  }
  /** One transition, with the event and the job that it is declared to cause. */
  readonly transition: (name: string) => { readonly statement: Statement; readonly caused: ModelTransition }
  /** Refuses what refers to nobody's record, or another account's. */
  readonly references: RequireReferences
}

export const storeStatements = (resource: ModelResource, model: Model): StoreStatements => {
  const record = recordJson(resource, true)
  const find = `select ${record} as record from ${tableOf(resource)} t where ${isOwned(resource)}`
  const searched = resource.fields.filter(({ search }) => search).map(({ name }) => name)
  const transitions = new Map(
    (resource.states?.transitions ?? []).map((caused) => [
      caused.name,
      { statement: transitionStatement(resource, caused), caused },
    ]),
  )
  return {
    resource,
    find: statement(`${resource.name}.find`, find),
    hold: statement(`${resource.name}.hold`, `${find} for update`),
    restOfSearch: (names) =>
      searched.some((name) => names.includes(name)) ? searched.filter((name) => !names.includes(name)) : [],
    remove: deleteStatement(resource),
    references: requireReferences(resource, model, 'all') ?? (() => Effect.void),
    insert: insertion(resource, record),
    update: kept((names) => updating(resource, record, names)),
    select: kept((names) => selection(resource, record, names)),
    transition: (name) => {
      const found = transitions.get(name)
      if (found === undefined) throw new Error(`${resource.name} has no transition '${name}'.`)
      return found
    },
  }
}

const kept = <T>(make: (names: readonly string[]) => T): ((names: readonly string[]) => T) => {
  const made = new Map<string, T>()
  return (names) => {
    const sorted = [...names].sort()
    const key = sorted.join(' ')
    const found = made.get(key) ?? make(sorted)
    made.set(key, found)
    return found
  }
}

/** The fields that a behaviour writes: the declared ones. The id, the owner, the state and the times are the core's. */
const declaredFields = (resource: ModelResource): readonly ModelField[] => {
  const inherent = new Set(['id', 'account_id', 'created_at', 'updated_at', resource.states?.field])
  return resource.fields.filter(({ name }) => !inherent.has(name))
}

const insertion = (resource: ModelResource, record: string): StoreStatements['insert'] => {
  const fields = declaredFields(resource)
  const written = toWritten(resource, fields)
  const owned = resource.owner === 'account'
  const hasId = resource.key.length === 1 && resource.key[0] === 'id'
  const inherent = [
    ...(owned ? ['account_id'] : []),
    ...(hasId ? ['id'] : []),
    ...(resource.timestamps ? ['created_at', 'updated_at'] : []),
  ]
  const columns = [...inherent, ...written.map(({ column }) => column)]
  /** What is omitted comes from the account where the definition says so: `account.name`. */
  const toValue = ({ column, type }: Written, position: number): string => {
    const given = `$${inherent.length + position + 1}::${type}`
    const source = fields.find(({ name }) => name === column)?.from?.split('.')[1]
    if (!owned || source === undefined) return given
    return `coalesce(${given}, (select a.${quoted(source)} from ${schemaNameOf('accounts')} a where a.id = $1))`
  }
  const counted = resource.counted
    ? [
        `with counted as (insert into ${schemaNameOf('tallies')} as n (account_id, name, count)`,
        `values ($1, ${literal(resource.name)}, 1) on conflict (account_id, name) do update set count = n.count + 1)`,
      ].join(' ')
    : ''
  const text = [
    `${counted} insert into ${tableOf(resource)} as t (${columns.map(quoted).join(', ')})`,
    `values (${[...inherent.map((_, position) => `$${position + 1}`), ...written.map(toValue)].join(', ')})`,
    `returning ${record} as record`,
  ].join(' ')
  const defaults = Object.fromEntries(
    fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default]])),
  )
  return {
    statement: statement(`${resource.name}.insert`, text),
    toValues: (members, accountId, now) => {
      const { id, now: time } = resource.id === 'uuid7' ? newIdInTime() : { id: v4(), now }
      const filled: Members = { ...defaults, ...members }
      return [
        ...(owned ? [accountId] : []),
        ...(hasId ? [id] : []),
        ...(resource.timestamps ? [time, time] : []),
        ...written.map(({ toValue }) => toValue(filled, accountId ?? '')),
      ]
    },
  }
}

const updating = (resource: ModelResource, record: string, names: readonly string[]) => {
  const written = toWritten(
    resource,
    declaredFields(resource).filter(({ name }) => names.includes(name)),
  )
  const now = ownerColumns(resource).length + 2
  const sets = [
    ...(resource.timestamps ? [`updated_at = $${now}::timestamptz`] : []),
    ...written.map(({ column, type }, position) => `${quoted(column)} = $${now + 1 + position}::${type}`),
  ]
  const text = [
    `update ${tableOf(resource)} as t set ${sets.join(', ')}`,
    `where ${isOwned(resource)} and $${now}::timestamptz is not null returning ${record} as record`,
  ].join(' ')
  return {
    statement: statement(`${resource.name}.update`, text),
    toValues: (members: Members, accountId: string | null) =>
      written.map(({ toValue }) => toValue(members, accountId ?? '')),
  }
}

const selection = (resource: ModelResource, record: string, names: readonly string[]) => {
  const owner = ownerColumns(resource)
  const fields = names.flatMap((name) => resource.fields.filter((field) => field.name === name))
  const written = toWritten(
    resource,
    fields.map((field) => ({ ...field, search: false })),
  )
  const conditions = [
    ...owner.map((column, position) => `t.${quoted(column)} = $${position + 1}`),
    ...fields.map(
      (field, position) =>
        `t.${quoted(field.name)} is not distinct from $${owner.length + 2 + position}::${columnType(field)}`,
    ),
  ]
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const order = listOrder(resource).map((column) => `t.${quoted(column)} desc`)
  const text = `select ${record} as record from ${tableOf(resource)} t ${where} order by ${order.join(', ')} limit $${owner.length + 1}`
  return {
    statement: statement(`${resource.name}.select`, text),
    toValues: (members: Members) => written.map(({ toValue }) => toValue(members, '')),
  }
}
