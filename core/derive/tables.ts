import type { Model, ModelField, ModelResource } from '../model.ts'
import { literal, quoted } from '../storage/statement.ts'
import type { Column, ColumnType, ForeignKey, Index, Table } from '../storage/table.ts'

/** The tables of all resources, those of modules switched off too: their data stays. */
export const toTables = (model: Model): readonly Table[] =>
  Object.values(model.resources).map((resource) => toTable(resource, model))

/** The column of searched text, and that of its grams. */
export const searchColumns = { text: '_search', grams: '_grams' } as const

/** The fields in whose order a resource is listed, newest first. Ids of version 7 are in the order of time already. */
export const listOrder = (resource: ModelResource): readonly string[] =>
  resource.id === 'uuid4' && resource.timestamps ? ['created_at', 'id'] : resource.key

/** The owner's column, where there is one: the first of every index that serves clients. */
export const ownerColumns = (resource: ModelResource): readonly string[] =>
  resource.owner === 'account' ? ['account_id'] : []

/** The SQL type of a field's column. */
export const columnType = (field: ModelField): ColumnType => {
  switch (field.type) {
    case 'string':
      if (field.format === 'uuid') return 'uuid'
      if (field.format === 'date-time') return 'timestamptz(3)'
      if (field.format === 'date') return 'date'
      return field.format === 'byte' ? 'bytea' : 'text'
    case 'integer':
      return [field.schema.minimum, field.schema.maximum].some((bound) => Math.abs(Number(bound ?? 0)) > 2_147_483_648)
        ? 'bigint'
        : 'integer'
    case 'number':
      return 'double precision'
    case 'boolean':
      return 'boolean'
    case 'array':
      return field.textItems ? 'text[]' : 'jsonb'
    case 'object':
      return 'jsonb'
  }
}

const toTable = (resource: ModelResource, model: Model): Table => ({
  name: resource.table,
  was: resource.was,
  columns: [
    ...resource.fields.map((field) => toColumn(field, resource)),
    ...(resource.searched
      ? [
          { name: searchColumns.text, was: null, type: 'text', nullable: false, default: "''" } as const,
          { name: searchColumns.grams, was: null, type: 'integer[]', nullable: false, default: "'{}'" } as const,
        ]
      : []),
  ],
  primaryKey: resource.key,
  indexes: toIndexes(resource, filteredFields(resource, model)),
  checks: resource.fields.flatMap((field) => {
    const choices = (Array.isArray(field.schema.enum) ? field.schema.enum : []).filter(
      (each) => typeof each === 'string',
    )
    if (field.type !== 'string' || choices.length === 0) return []
    return [
      {
        name: `${resource.table}_${field.name}_check`,
        expression: `${quoted(field.name)} in (${choices.map(literal).join(', ')})`,
      },
    ]
  }),
  foreignKeys: resource.fields.flatMap((field): ForeignKey[] => {
    const target = field.ref === null ? undefined : model.resources[field.ref]
    if (target === undefined) return []
    const onDelete = field.onDelete === 'clear' ? 'set null' : field.onDelete
    return [{ name: `${resource.table}_${field.name}_fkey`, column: field.name, table: target.table, onDelete }]
  }),
})

const toColumn = (field: ModelField, resource: ModelResource): Column => ({
  name: field.name,
  was: field.was,
  type: columnType(field),
  nullable: field.nullable,
  default: resource.states?.field === field.name ? literal(resource.states.initial) : toDefault(field),
})

const toDefault = (field: ModelField): string | null => {
  const value = field.default
  if (value === undefined || value === null) return null
  const type = columnType(field)
  if (type === 'jsonb') return `${literal(JSON.stringify(value))}::jsonb`
  if (type === 'text[]')
    return literal(`{${(Array.isArray(value) ? value : []).map((item) => JSON.stringify(item)).join(',')}}`)
  return typeof value === 'string' ? literal(value) : String(value)
}

const index = (table: string, fields: readonly string[], unique = false): Index => ({
  name: `${table}_${fields.join('_')}_${unique ? 'key' : 'idx'}`,
  columns: fields.map((name) => ({ name, descending: false })),
  unique,
  method: 'btree',
  where: null,
})

/** The fields by which clients narrow the list. */
const filteredFields = (resource: ModelResource, { operations }: Model): readonly string[] =>
  Object.values(operations).flatMap(({ resource: name, action }) =>
    name === resource.name && action.kind === 'list' ? action.filters.map(({ field }) => field) : [],
  )

/** What is declared to be looked up, walked, narrowed or unique gets the index that makes it cheap. */
const toIndexes = (resource: ModelResource, filtered: readonly string[]): readonly Index[] => {
  const { table, fields, states, retention } = resource
  const owner = ownerColumns(resource)
  const order = listOrder(resource)
  const found: Index[] = []
  if (owner.length > 0) found.push(index(table, [...owner, ...order]))
  for (const { name, fields: members } of resource.unique)
    found.push({ ...index(table, members, true), name: `${table}_${name}_key` })
  for (const field of fields) {
    if (field.unique) found.push(index(table, [...owner, field.name], true))
    if (field.ref !== null && !resource.indexes.some(({ fields: [first] }) => first === field.name)) {
      found.push(index(table, [field.name]))
    }
  }
  for (const { name, fields: members } of resource.indexes)
    found.push({ ...index(table, members), name: `${table}_${name}_idx` })
  for (const field of fields.filter(({ name }) => filtered.includes(name) || states?.field === name)) {
    found.push(
      field.textItems
        ? { ...index(table, [field.name]), method: 'gin' }
        : index(table, [...owner, field.name, ...order]),
    )
  }
  if (retention !== null) found.push(index(table, [retention.since]))
  if (resource.searched) {
    const { grams } = searchColumns
    found.push({ ...index(table, [grams]), name: `${table}${grams}_idx`, method: 'gin' })
  }
  return found
}
