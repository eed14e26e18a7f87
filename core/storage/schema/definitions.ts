/**
 * Types, defaults, keys, checks and indexes, compared in PostgreSQL's own words. It rewrites what it stores: `state in ('a')`
 * comes back as `(state = ANY (ARRAY['a'::text]))`. So the declared tables are created too, as temporary ones, and read back.
 *
 * MikroORM's comparison only guesses here: it takes `a and (b or c)` for `(a and b) or c` and `integer[]` for `text[]`, reads
 * the `desc` of an index on (account_id, id desc) from the wrong column, and sees no change in an index on "group".
 */
import type pg from 'pg'
import { type ForeignKey, schemaName, type Table } from '../table.ts'
import { createTable } from './ddl.ts'
import { tried } from './objection.ts'

export interface Definition {
  readonly table: string
  readonly kind: 'type' | 'default' | 'primary key' | 'check' | 'index' | 'foreign key'
  /** Of a type and a default: the column's. */
  readonly name: string
  readonly text: string
}

export type Definitions = readonly Definition[]

/** Those of one table and kind: name and text. */
export const definitionsOf = (
  definitions: Definitions,
  table: string,
  kind: Definition['kind'],
): ReadonlyMap<string, string> =>
  new Map(
    definitions.filter((each) => each.table === table && each.kind === kind).map(({ name, text }) => [name, text]),
  )

/** What stands in the live schema. */
export const readLive = (client: pg.ClientBase): Promise<Definitions> =>
  read(client, `(select oid from pg_namespace where nspname = '${schemaName}')`)

/** What would stand there, and the tables that PostgreSQL does not accept. Within a transaction; leaves nothing behind. */
export const readDeclared = async (
  client: pg.ClientBase,
  tables: readonly Table[],
): Promise<{ readonly definitions: Definitions; readonly refused: ReadonlyMap<string, string> }> => {
  const refused = new Map<string, string>()
  await client.query('savepoint declared')
  for (const table of tables) {
    const done = await tried(client, () => client.query(createTable(table, 'pg_temp')))
    if ('objection' in done) refused.set(table.name, done.objection)
  }
  const stored = await read(client, 'pg_my_temp_schema()')
  await client.query('rollback to savepoint declared')
  const names = new Set(tables.map(({ name }) => name))
  return { definitions: [...stored.filter(({ table }) => names.has(table)), ...tables.flatMap(foreignKeys)], refused }
}

const read = async (client: pg.ClientBase, namespace: string): Promise<Definitions> =>
  (await client.query<Definition>(definitionsIn(namespace))).rows

const definitionsIn = (namespace: string) => `
with found as (
  select oid as id, relname::text as "table" from pg_class where relkind in ('r', 'p') and relnamespace = ${namespace}
)
select "table", 'type' as kind, attname::text as name, format_type(atttypid, atttypmod) as text
  from found join pg_attribute on attrelid = id and attnum > 0 and not attisdropped
union all
select "table", 'default', attname, pg_get_expr(adbin, adrelid)
  from found join pg_attrdef on adrelid = id
  join pg_attribute on attrelid = id and attnum = adnum and attgenerated = ''
union all
select "table", case contype when 'p' then 'primary key' else 'check' end, conname, pg_get_constraintdef(c.oid)
  from found join pg_constraint c on conrelid = id and contype in ('p', 'c')
union all
select "table", 'index', relname, concat(
    case when indisunique then 'unique' end, case when not indisvalid then ' invalid' end,
    substr(pg_get_indexdef(indexrelid), strpos(pg_get_indexdef(indexrelid), ' USING ')))
  from found join pg_index on indrelid = id and not indisprimary join pg_class on oid = indexrelid
union all
select "table", 'foreign key', conname, concat_ws(' ',
    (select string_agg(attname, ',') from pg_attribute where attrelid = id and attnum = any (conkey)),
    case when relnamespace = ${namespace} then relname end, confdeltype, nullif(confupdtype, 'a'),
    case when not convalidated then 'not valid' end, case when condeferrable then 'deferrable' end)
  from found join pg_constraint on conrelid = id and contype = 'f' join pg_class on pg_class.oid = confrelid`

/** Foreign keys need no rewriting: the text that the statement above makes of them follows from the declaration. */
const foreignKeys = ({ name: table, foreignKeys }: Table): Definitions =>
  foreignKeys.map((key) => ({ table, kind: 'foreign key', name: key.name, text: foreignKeyText(key) }))

const rules = { restrict: 'r', cascade: 'c', 'set null': 'n' } as const

const foreignKeyText = ({ column, table, onDelete }: ForeignKey) => `${column} ${table} ${rules[onDelete]}`
