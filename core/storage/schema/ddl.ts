/** SQL of a declared table. Pure: the text follows from the declaration alone. */
import { quoted } from '../statement.ts'
import { type Column, type ForeignKey, type Index, schemaName, type Table } from '../table.ts'

type Check = Table['checks'][number]

export const qualified = (name: string, schema: string = schemaName): string => `${quoted(schema)}.${quoted(name)}`

/** The table with its checks and indexes, without its foreign keys: these need the other tables to be there. */
export const createTable = (table: Table, schema: string = schemaName): string => {
  const lines = [
    ...table.columns.map(columnDefinition),
    `primary key (${table.primaryKey.map(quoted).join(', ')})`,
    ...table.checks.map(checkDefinition),
  ]
  const create = `create table ${qualified(table.name, schema)} (\n  ${lines.join(',\n  ')}\n)`
  return statements([create, ...table.indexes.map((index) => createIndex(table.name, index, schema))])
}

export const statements = (texts: readonly string[]): string => texts.join(';\n')

/** `actions` of one `alter table`; PostgreSQL drops before it adds. */
export const alterTable = (table: string, ...actions: readonly string[]): string =>
  `alter table ${qualified(table)} ${actions.join(', ')}`

export const columnDefinition = ({ name, type, nullable, default: value }: Column): string =>
  [quoted(name), type, ...(nullable ? [] : ['not null']), ...(value === null ? [] : [`default ${value}`])].join(' ')

export const createIndex = (table: string, index: Index, schema: string = schemaName): string => {
  const columns = index.columns.map(({ name, descending }) => `${quoted(name)}${descending ? ' desc' : ''}`).join(', ')
  const unique = index.unique ? 'unique ' : ''
  const where = index.where === null ? '' : ` where ${index.where}`
  return `create ${unique}index ${quoted(index.name)} on ${qualified(table, schema)} using ${index.method} (${columns})${where}`
}

export const checkDefinition = ({ name, expression }: Check): string =>
  `constraint ${quoted(name)} check (${expression})`

/** A foreign key refers to the primary key of its table. */
export const foreignKeyDefinition = ({ name, column, table, onDelete }: ForeignKey): string =>
  `constraint ${quoted(name)} foreign key (${quoted(column)}) references ${qualified(table)} on delete ${onDelete}`
