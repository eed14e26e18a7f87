/** What a table is to be: plain data, derived from the Model; entities, DDL and statements are made from it. */
export interface Table {
  readonly name: string
  /** The earlier name: a table of that name is renamed. */
  readonly was: string | null
  readonly columns: readonly Column[]
  readonly primaryKey: readonly string[]
  readonly indexes: readonly Index[]
  readonly checks: readonly { readonly name: string; readonly expression: string }[]
  readonly foreignKeys: readonly ForeignKey[]
}

export type ColumnType =
  | 'uuid'
  | 'text'
  | 'text[]'
  | 'integer'
  | 'integer[]'
  | 'bigint'
  | 'double precision'
  | 'boolean'
  | 'jsonb'
  | 'timestamptz(3)'
  | 'date'
  | 'bytea'

export interface Column {
  readonly name: string
  readonly was: string | null
  readonly type: ColumnType
  readonly nullable: boolean
  /** An SQL expression that fills existing rows and omitted values, or null. */
  readonly default: string | null
}

export interface Index {
  /** At most 63 bytes. */
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly descending: boolean }[]
  readonly unique: boolean
  readonly method: 'btree' | 'gin'
  /** An SQL condition, or null for all rows. */
  readonly where: string | null
}

export interface ForeignKey {
  readonly name: string
  readonly column: string
  readonly table: string
  readonly onDelete: 'restrict' | 'cascade' | 'set null'
}

/** The PostgreSQL schema that holds all tables of ours. */
export const schemaName = 'lectern'
