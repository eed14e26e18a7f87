import type { ColumnType } from '../table.ts'
import type { StepKind } from './schema-step.ts'

/** Live types, as PostgreSQL calls them, that hold nothing the declared type can't. */
const wider: { readonly [to in ColumnType]?: RegExp } = {
  text: /^(?!bytea)/,
  'text[]': /\[\]$/,
  integer: /^smallint$/,
  'integer[]': /^smallint\[\]$/,
  bigint: /^(smallint|integer)$/,
  'double precision': /^(smallint|integer|real)$/,
  jsonb: /^json$/,
  'timestamptz(3)': /^(date|timestamp\([0-3]\) with(out)? time zone)$/,
}

/** Those of them that are stored alike, so that no row is written. */
const alike: { readonly [to in ColumnType]?: RegExp } = {
  text: /^character varying/,
  'timestamptz(3)': /^timestamp\([0-3]\) with time zone$/,
}

/** What it means for rows that a column of the live type `from` becomes `to`. What isn't surely wider is narrower. */
export const changeOfType = (from: string, to: ColumnType): StepKind => {
  if (alike[to]?.test(from)) return 'safe'
  return wider[to]?.test(from) ? 'backfill' : 'destructive'
}
