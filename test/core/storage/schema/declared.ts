/** Short ways to declare tables, and a database to bring to them. */
import pg from 'pg'
import tap from 'tap'
import { type AppliedSchema, type ApplyOptions, applySchema } from '#core/storage/schema/apply-schema.ts'
import { planSchema } from '#core/storage/schema/plan-schema.ts'
import type { SchemaPlan, SchemaStep, StepKind } from '#core/storage/schema/schema-step.ts'
import type { Column, ColumnType, ForeignKey, Index, Table } from '#core/storage/table.ts'
import { freshDatabase, type TestDatabase } from '#test/database.ts'

type Given<T> = { readonly [K in keyof T]?: T[K] }

export const column = (name: string, type: ColumnType = 'text', given: Given<Column> = {}): Column => ({
  name,
  was: null,
  type,
  nullable: true,
  default: null,
  ...given,
})

export const id = column('id', 'integer', { nullable: false })

/** A table with a column `id`, its primary key, before the given ones. */
export const table = (name: string, given: Given<Table> = {}): Table => ({
  name,
  was: null,
  primaryKey: ['id'],
  indexes: [],
  checks: [],
  foreignKeys: [],
  ...given,
  columns: [id, ...(given.columns ?? [])],
})

/** An index; a column with a leading minus is descending. */
export const index = (name: string, columns: readonly string[], given: Given<Index> = {}): Index => ({
  name,
  columns: columns.map((text) => ({ name: text.replace('-', ''), descending: text.startsWith('-') })),
  unique: false,
  method: 'btree',
  where: null,
  ...given,
})

export const foreignKey = (name: string, column: string, table: string, given: Given<ForeignKey> = {}): ForeignKey => ({
  name,
  column,
  table,
  onDelete: 'restrict',
  ...given,
})

/** The tables in which the database remembers its own making. */
export const memory: readonly Table[] = [
  {
    ...table('applied_step'),
    columns: [
      column('id', 'uuid', { nullable: false }),
      ...['kind', 'sql', 'why'].map((name) => column(name, 'text', { nullable: false })),
      column('applied_at', 'timestamptz(3)', { nullable: false }),
    ],
  },
  {
    ...table('kept_model'),
    columns: [
      column('id', 'uuid', { nullable: false }),
      column('format', 'integer', { nullable: false }),
      ...['model', 'fingerprint'].map((name) => column(name, 'text', { nullable: false })),
      column('kept_at', 'timestamptz(3)', { nullable: false }),
    ],
  },
]

export interface Live {
  readonly client: pg.Client
  readonly connect: () => Promise<pg.Client>
  /** Rows of a statement. */
  readonly ask: (text: string) => Promise<unknown[]>
  readonly plan: (...tables: Table[]) => Promise<SchemaPlan>
  /** Takes the safe steps. */
  readonly apply: (...tables: Table[]) => Promise<AppliedSchema>
  readonly applyWith: (options: Given<ApplyOptions>, ...tables: Table[]) => Promise<AppliedSchema>
}

/** One for all tests of a file: making a database takes longer than most of them. */
let ofThisFile: Promise<TestDatabase> | undefined

/** A database without a schema of ours. */
export const liveDatabase = async (t: { teardown(work: () => Promise<void>): void }): Promise<Live> => {
  ofThisFile ??= freshDatabase(tap)
  const database = await ofThisFile
  const connect = async () => {
    const client = new pg.Client(database)
    await client.connect()
    t.teardown(() => client.end())
    return client
  }
  const client = await connect()
  await client.query('drop schema if exists lectern cascade')
  const applyWith = (options: Given<ApplyOptions>, ...tables: Table[]) =>
    applySchema(client, tables, { modelFormat: 1, model: '{}', allow: ['safe'], ...options })
  return {
    client,
    connect,
    ask: async (text) => (await client.query(text)).rows,
    plan: (...tables) => planSchema(client, tables, 1),
    apply: (...tables) => applyWith({}, ...tables),
    applyWith,
  }
}

export const all: readonly StepKind[] = ['safe', 'backfill', 'destructive']

/** Steps as a test writes them: `kind: why`. */
export const told = (steps: readonly SchemaStep[]): string[] => steps.map(({ kind, why }) => `${kind}: ${why}`)

export const settled: SchemaPlan = { steps: [], refusals: [] }
