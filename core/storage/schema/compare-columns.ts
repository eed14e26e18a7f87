import { DatabaseSchema, MikroORM, SchemaComparator, type TableDifference } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { schemaName, type Table } from '../table.ts'
import { toEntities } from './entities.ts'
import { oneClient } from './one-client.ts'

/** Which columns of a live table are not as declared. For types see definitions.ts. */
export interface ColumnDifference {
  readonly added: readonly string[]
  readonly removed: readonly { readonly name: string; readonly nullable: boolean; readonly filled: boolean }[]
  /** Those that may be null and must not, or the other way round. */
  readonly nullability: readonly string[]
}

/**
 * MikroORM's comparison of tables that are there, by table; settled ones are left out. It runs over the given client, within
 * the caller's transaction. Importing this file loads MikroORM (0.2 s): do it when there is something to compare.
 */
export const compareColumns = async (
  client: pg.ClientBase,
  tables: readonly Table[],
): Promise<ReadonlyMap<string, ColumnDifference>> => {
  const orm = new MikroORM({
    entities: toEntities(tables),
    dbName: 'the one that the client is connected to',
    // Or it would look for a database of that name, and create it.
    ensureDatabase: false,
    schema: schemaName,
    schemaGenerator: { ignoreSchema: await otherSchemas(client) },
    driverOptions: () => oneClient(client),
  })
  try {
    await orm.connect()
    const platform = orm.em.getPlatform()
    const names = tables.map(({ name }) => name)
    const live = await DatabaseSchema.create(
      orm.em.getConnection(),
      platform,
      orm.config,
      schemaName,
      [schemaName],
      names,
    )
    const difference = new SchemaComparator(platform).compare(live, orm.schema.getTargetSchema(schemaName))
    return new Map(
      Object.values(difference.changedTables).map((table) => [table.toTable.name, toColumnDifference(table)]),
    )
  } finally {
    await orm.close()
  }
}

/** The database may hold much that is not ours; MikroORM would read all of it. */
const otherSchemas = async (client: pg.ClientBase): Promise<string[]> => {
  const text = 'select nspname::text as name from pg_namespace where nspname <> $1'
  const { rows } = await client.query<{ name: string }>(text, [schemaName])
  return rows.map(({ name }) => name)
}

const toColumnDifference = (table: TableDifference): ColumnDifference => {
  // MikroORM takes one column gone and one new of the same type for a rename. Only a declared `was` is one.
  const renamed = Object.entries(table.renamedColumns)
  const removed = [...Object.keys(table.removedColumns), ...renamed.map(([from]) => from)]
  const changed = Object.values(table.changedColumns)
  return {
    added: [...Object.keys(table.addedColumns), ...renamed.map(([, to]) => to.name)],
    removed: removed.map((name) => {
      const column = table.fromTable.getColumn(name)
      return { name, nullable: column?.nullable === true, filled: column?.default != null || column?.generated != null }
    }),
    nullability: changed
      .filter(({ changedProperties }) => changedProperties.has('nullable'))
      .map(({ column }) => column.name),
  }
}
