import type pg from 'pg'
import { schemaName, type Table } from '../table.ts'
import type { ColumnDifference } from './compare-columns.ts'
import { alterTable, createTable, foreignKeyDefinition } from './ddl.ts'
import { type Definition, definitionsOf, readDeclared, readLive } from './definitions.ts'
import { isRecorded } from './kept-model.ts'
import { tried } from './objection.ts'
import { planRenames, readLiveTables } from './renames.ts'
import type { SchemaPlan, SchemaStep } from './schema-step.ts'
import { type StepsOfTable, stepsOfTable } from './table-change.ts'

/**
 * Compares the live schema with the declared tables. Within the caller's transaction, which it leaves as it was: the renames
 * are carried out to see what lies behind them, and taken back. Tables that nobody declares are not looked at.
 */
export const makePlan = async (client: pg.ClientBase, tables: readonly Table[]): Promise<SchemaPlan> => {
  await client.query('savepoint plan')
  const plan = await compare(client, tables.map(requireKey))
  await client.query('rollback to savepoint plan')
  return plan
}

/** What the primary key holds is never null, whatever the column says. */
const requireKey = (table: Table): Table => ({
  ...table,
  columns: table.columns.map((column) =>
    column.nullable && table.primaryKey.includes(column.name) ? { ...column, nullable: false } : column,
  ),
})

const compare = async (client: pg.ClientBase, tables: readonly Table[]): Promise<SchemaPlan> => {
  const found = await readLiveTables(client)
  const renames = planRenames(tables, found)
  for (const { sql, why } of renames.steps) {
    const done = await tried(client, () => client.query(sql))
    // Without its rows under the new name, a table or column would be made anew, and empty: better nothing at all.
    if ('objection' in done) return { steps: [], refusals: [`${why} PostgreSQL refuses: ${done.objection}.`] }
  }
  const { definitions: declared, refused } = await readDeclared(client, tables)
  const live = await readLive(client)
  const there = new Set((renames.steps.length === 0 ? found : await readLiveTables(client)).keys())
  const accepted = tables.filter(({ name }) => !refused.has(name))
  const columns = await differences(
    client,
    accepted.filter(({ name }) => there.has(name)),
  )
  const groups: StepsOfTable[] = []
  for (const table of accepted) {
    const of = (all: readonly Definition[]) => (kind: Definition['kind']) => definitionsOf(all, table.name, kind)
    const difference = columns.get(table.name) ?? noDifference
    groups.push(
      there.has(table.name)
        ? await stepsOfTable({
            client,
            table,
            tables,
            added: difference.added,
            isNew: (name) => !there.has(name),
            columns: difference,
            declared: of(declared),
            live: of(live),
            isOurs: (name) => isRecorded(client, name),
          })
        : newTable(table),
    )
  }
  return {
    steps: [
      ...(await createSchema(client)),
      ...renames.steps,
      ...groups.flatMap(({ first }) => first),
      ...groups.flatMap(({ changes }) => changes),
      ...groups.flatMap(({ references }) => references),
      ...groups.flatMap(({ last }) => last),
    ],
    refusals: [
      ...renames.refusals,
      ...[...refused].map(([name, objection]) => `Table ${name} can't be as declared: ${objection}.`),
    ],
  }
}

const noDifference: ColumnDifference = { added: [], removed: [], nullability: [] }

/** MikroORM is loaded only when there is something to compare. */
const differences = async (client: pg.ClientBase, tables: readonly Table[]) => {
  if (tables.length === 0) return new Map<string, ColumnDifference>()
  const { compareColumns } = await import('./compare-columns.ts')
  return compareColumns(client, tables)
}

const createSchema = async (client: pg.ClientBase): Promise<SchemaStep[]> => {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [schemaName])
  const sql = `create schema ${schemaName}`
  return rowCount === 0 ? [{ kind: 'safe', table: '', sql, why: `The schema ${schemaName} is missing.` }] : []
}

const newTable = (table: Table): StepsOfTable => ({
  first: [],
  changes: [{ kind: 'safe', table: table.name, sql: createTable(table), why: `Table ${table.name} is new.` }],
  references: table.foreignKeys.map((key) => ({
    kind: 'safe',
    table: table.name,
    sql: alterTable(table.name, `add ${foreignKeyDefinition(key)}`),
    why: `Foreign key ${key.name} on ${table.name} is new.`,
  })),
  last: [],
})
