/** Questions to the rows of a table, asked before a step is called safe. */
import type pg from 'pg'
import { quoted } from '../statement.ts'
import type { ForeignKey, Table } from '../table.ts'
import { qualified } from './ddl.ts'
import { tried } from './objection.ts'

/** A table, and the declared columns that it does not have yet. */
export interface AskedTable {
  readonly table: Table
  readonly added: readonly string[]
}

/** Whether the table has any rows. */
export const hasRows = (client: pg.ClientBase, table: string): Promise<boolean> =>
  finds(client, `select from ${qualified(table)}`)

export const someAreNull = (client: pg.ClientBase, asked: AskedTable, columns: readonly string[]): Promise<boolean> =>
  finds(client, `select from ${rowsOf(asked)} where ${columns.map((name) => `${quoted(name)} is null`).join(' or ')}`)

/** Whether rows break the condition; null does not break it. */
export const someBreak = (client: pg.ClientBase, asked: AskedTable, expression: string): Promise<boolean> =>
  finds(client, `select from ${rowsOf(asked)} where not (${expression})`)

/** Whether rows share what is to be unique; nulls differ from each other. */
export const someShare = (
  client: pg.ClientBase,
  asked: AskedTable,
  { columns, where }: { readonly columns: readonly { readonly name: string }[]; readonly where: string | null },
): Promise<boolean> => {
  const names = columns.map(({ name }) => quoted(name))
  const conditions = [...names.map((name) => `${name} is not null`), ...(where === null ? [] : [`(${where})`])]
  const group = `group by ${names.join(', ')} having count(*) > 1`
  return finds(client, `select from ${rowsOf(asked)} where ${conditions.join(' and ')} ${group}`)
}

/** Whether rows refer to nothing. `target` is null while the table referred to is not there yet. */
export const someDangle = (
  client: pg.ClientBase,
  asked: AskedTable,
  { column }: ForeignKey,
  target: { readonly table: string; readonly key: string } | null,
): Promise<boolean> => {
  const rows = `select from ${rowsOf(asked, 'referring')} where referring.${quoted(column)} is not null`
  if (target === null) return finds(client, rows)
  const found = `select from ${qualified(target.table)} referred where referred.${quoted(target.key)} = referring.${quoted(column)}`
  return finds(client, `${rows} and not exists (${found})`)
}

/** The rows as they will be: a new column holds its default. */
const rowsOf = ({ table, added }: AskedTable, alias: string = table.name): string => {
  const columns = table.columns.map(({ name, type, default: value }) =>
    added.includes(name) ? `(${value ?? 'null'})::${type} as ${quoted(name)}` : quoted(name),
  )
  return `(select ${columns.join(', ')} from ${qualified(table.name)}) as ${quoted(alias)}`
}

/** A question that PostgreSQL can't answer yet, because a type has to change first, is answered with yes. */
const finds = async (client: pg.ClientBase, query: string): Promise<boolean> => {
  const asked = await tried(client, () => client.query<{ found: boolean }>(`select exists (${query}) as found`))
  return 'objection' in asked || asked.answer.rows[0]?.found !== false
}
