import { EntitySchema, type EntitySchemaProperty } from '@mikro-orm/postgresql'
import { type Column, type ColumnType, schemaName, type Table } from '../table.ts'

/** MikroORM's word for each column type. */
const types: Readonly<Record<ColumnType, string>> = {
  uuid: 'uuid',
  text: 'text',
  'text[]': 'array',
  integer: 'integer',
  'integer[]': 'array',
  bigint: 'bigint',
  'double precision': 'double',
  boolean: 'boolean',
  jsonb: 'json',
  'timestamptz(3)': 'datetime',
  date: 'date',
  bytea: 'blob',
}

/**
 * The tables as MikroORM's entities: names, column types, what may be null, primary keys. Defaults, checks, indexes and
 * foreign keys are not told: definitions.ts says why they are compared elsewhere.
 */
export const toEntities = (tables: readonly Table[]): EntitySchema[] =>
  tables.map(
    ({ name, columns, primaryKey }) =>
      new EntitySchema({
        name,
        tableName: name,
        schema: schemaName,
        properties: Object.fromEntries(columns.map((column) => [column.name, property(column, primaryKey)])),
      }),
  )

const property = (
  { name, type, nullable }: Column,
  primaryKey: readonly string[],
): EntitySchemaProperty<unknown, unknown> => ({
  type: types[type],
  // Without these two, the naming strategy and the type would choose.
  fieldName: name,
  columnType: type,
  nullable,
  primary: primaryKey.includes(name),
  autoincrement: false,
  ignoreSchemaChanges: ['default', 'collation'],
})
