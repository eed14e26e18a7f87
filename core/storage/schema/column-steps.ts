/** The steps for columns of a table that is there, each function one sort of change. */
import { quoted } from '../statement.ts'
import type { Column } from '../table.ts'
import { alterTable, columnDefinition, qualified, statements } from './ddl.ts'
import { hasRows, someAreNull } from './rows.ts'
import type { SchemaStep } from './schema-step.ts'
import type { TableChange } from './table-change.ts'
import { changeOfType } from './widening.ts'

/** A required column without a default comes in two steps, or nobody could fill it: there, and then required. */
export const addColumns = async ({ client, table, columns }: TableChange): Promise<SchemaStep[]> => {
  const steps: SchemaStep[] = []
  for (const column of declaredAmong(table.columns, columns.added)) {
    const isUnfilled = !column.nullable && column.default === null && (await hasRows(client, table.name))
    const first = isUnfilled ? { ...column, nullable: true } : column
    const sql = alterTable(table.name, `add column ${columnDefinition(first)}`)
    steps.push({ kind: 'safe', table: table.name, sql, why: `Column ${table.name}.${column.name} is new.` })
    if (isUnfilled) steps.push(require(table.name, column, true))
  }
  return steps
}

/** By column. PostgreSQL can't carry a default over to another type, so it is taken off and set again. */
export const retypeColumns = async (change: TableChange): Promise<ReadonlyMap<string, SchemaStep>> => {
  const { client, table, declared, live } = change
  const steps = new Map<string, SchemaStep>()
  for (const { name, type, default: value } of table.columns) {
    const from = live('type').get(name)
    if (from === undefined || from === declared('type').get(name)) continue
    const column = `alter column ${quoted(name)}`
    const actions = [
      ...(live('default').has(name) ? [`${column} drop default`] : []),
      `${column} type ${type} using ${quoted(name)}::${type}`,
      ...(value === null ? [] : [`${column} set default ${value}`]),
    ]
    const kind = (await hasRows(client, table.name)) ? changeOfType(from, type) : 'safe'
    const loss = kind === 'destructive' ? '; values that do not fit it change or refuse' : ''
    const why = `Column ${table.name}.${name} is ${from} and becomes ${type}${loss}.`
    steps.set(name, { kind, table: table.name, sql: alterTable(table.name, ...actions), why })
  }
  return steps
}

export const changeDefaults = ({ table, declared, live }: TableChange): SchemaStep[] =>
  table.columns
    // New columns and those of another type have got theirs.
    .filter(({ name }) => declared('type').get(name) === live('type').get(name))
    .filter(({ name }) => declared('default').get(name) !== live('default').get(name))
    .map(({ name, default: value }) => {
      const action = value === null ? 'drop default' : `set default ${value}`
      const sql = alterTable(table.name, `alter column ${quoted(name)} ${action}`)
      const why = `Column ${table.name}.${name} has ${value === null ? 'no default any more' : 'another default'}.`
      return { kind: 'safe', table: table.name, sql, why }
    })

export const requireValues = async (change: TableChange): Promise<SchemaStep[]> => {
  const { client, table, columns } = change
  const steps: SchemaStep[] = []
  for (const column of declaredAmong(table.columns, columns.nullability)) {
    if (!column.nullable) steps.push(require(table.name, column, await someAreNull(client, change, [column.name])))
  }
  return steps
}

const require = (table: string, { name, default: value }: Column, someAreNull: boolean): SchemaStep => {
  const setNotNull = alterTable(table, `alter column ${quoted(name)} set not null`)
  const why = `Column ${table}.${name} is required`
  if (!someAreNull) return { kind: 'safe', table, sql: setNotNull, why: `${why}.` }
  if (value === null)
    return { kind: 'backfill', table, sql: setNotNull, why: `${why}, and rows hold no value yet: fill them first.` }
  const fill = `update ${qualified(table)} set ${quoted(name)} = default where ${quoted(name)} is null`
  const sql = statements([fill, setNotNull])
  return { kind: 'backfill', table, sql, why: `${why}; rows that hold no value get the default.` }
}

/** Also of columns that are no longer declared: nobody fills them, and inserts must not fail for it. */
export const allowNulls = ({ table, columns }: TableChange): SchemaStep[] => {
  const optional = declaredAmong(table.columns, columns.nullability).filter(({ nullable }) => nullable)
  const left = columns.removed.filter(({ nullable, filled }) => !nullable && !filled)
  const allow = (name: string, why: string): SchemaStep => {
    const sql = alterTable(table.name, `alter column ${quoted(name)} drop not null`)
    return { kind: 'safe', table: table.name, sql, why: `Column ${table.name}.${name} is ${why}.` }
  }
  return [
    ...optional.map(({ name }) => allow(name, 'optional')),
    ...left.map(({ name }) => allow(name, 'no longer declared, so new rows leave it empty')),
  ]
}

/** A column that another one names as its earlier name is contested, and stays. */
export const dropColumns = ({ table, columns }: TableChange): SchemaStep[] =>
  columns.removed
    .filter(({ name }) => !table.columns.some(({ was }) => was === name))
    .map(({ name }) => ({
      kind: 'destructive',
      table: table.name,
      sql: alterTable(table.name, `drop column ${quoted(name)}`),
      why: `Column ${table.name}.${name} is no longer declared; its values go with it.`,
    }))

const declaredAmong = (columns: readonly Column[], names: readonly string[]): readonly Column[] =>
  columns.filter(({ name }) => names.includes(name))
