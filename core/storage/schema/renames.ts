import type pg from 'pg'
import { quoted } from '../statement.ts'
import { schemaName, type Table } from '../table.ts'
import { alterTable, statements } from './ddl.ts'
import type { SchemaPlan, SchemaStep } from './schema-step.ts'

/** What is there, by name; `primaryKey` is its constraint's name. */
export type LiveTables = ReadonlyMap<string, LiveTable>

interface LiveTable {
  readonly columns: readonly string[]
  readonly primaryKey: string | null
}

export const readLiveTables = async (client: pg.ClientBase): Promise<LiveTables> => {
  const { rows } = await client.query<LiveTable & { name: string }>(
    `select relname::text as name,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      (select conname::text from pg_constraint where conrelid = c.oid and contype = 'p') as "primaryKey"
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = $1 and relkind in ('r', 'p')`,
    [schemaName],
  )
  return new Map(rows.map(({ name, ...table }) => [name, table]))
}

/**
 * The renames that `was` asks for: the earlier name is there and the new one isn't. When both are there nobody but a person
 * can say which rows or values are right, so that is refused.
 */
export const planRenames = (tables: readonly Table[], live: LiveTables): SchemaPlan => {
  const inTables = chooseRenames(tables, new Set(live.keys()))
  const earlier = new Map(inTables.renames.map(({ from, to }) => [to, from]))
  const steps = inTables.renames.map(({ from, to }) => renameTable(from, to, live.get(from)?.primaryKey ?? null))
  const refusals = inTables.contested.map(
    ({ name, was }) =>
      `Table ${name} and its earlier name ${was} both exist: move the rows that are wanted, then drop ${was} or take "was" out.`,
  )
  for (const { name: table, columns } of tables) {
    const { renames, contested } = chooseRenames(columns, new Set(live.get(earlier.get(table) ?? table)?.columns))
    steps.push(...renames.map(({ from, to }) => renameColumn(table, from, to)))
    refusals.push(
      ...contested.map(
        ({ name, was }) =>
          `Column ${table}.${name} and its earlier name ${was} both exist: move the values that are wanted, then drop ${was} or take "was" out.`,
      ),
    )
  }
  return { steps, refusals }
}

interface Renamed {
  readonly name: string
  readonly was: string | null
}

/** An earlier name that is declared anew belongs to its new bearer, and is no contest. */
const chooseRenames = (declared: readonly Renamed[], live: Set<string>) => {
  const names = new Set(declared.map(({ name }) => name))
  const renames: { from: string; to: string }[] = []
  for (;;) {
    // Again after each one: a rename frees a name that another one may wait for (a to b, b to c).
    const next = declared.find(({ name, was }) => was !== null && live.has(was) && !live.has(name))
    if (next === undefined || next.was === null) break
    live.delete(next.was)
    live.add(next.name)
    renames.push({ from: next.was, to: next.name })
  }
  const contested = declared.flatMap(({ name, was }) =>
    was !== null && live.has(was) && live.has(name) && !names.has(was) ? [{ name, was }] : [],
  )
  return { renames, contested }
}

const renameTable = (from: string, to: string, primaryKey: string | null): SchemaStep => {
  const rename = alterTable(from, `rename to ${quoted(to)}`)
  const keyFollows = primaryKey === `${from}_pkey` && Buffer.byteLength(`${to}_pkey`) <= 63
  const renameKey = alterTable(to, `rename constraint ${quoted(`${from}_pkey`)} to ${quoted(`${to}_pkey`)}`)
  return {
    kind: 'safe',
    table: to,
    sql: statements(keyFollows ? [rename, renameKey] : [rename]),
    why: `Table ${from} is now called ${to}.`,
  }
}

const renameColumn = (table: string, from: string, to: string): SchemaStep => ({
  kind: 'safe',
  table,
  sql: alterTable(table, `rename column ${quoted(from)} to ${quoted(to)}`),
  why: `Column ${table}.${from} is now called ${to}.`,
})
