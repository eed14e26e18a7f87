import { hash } from 'node:crypto'
import { schemaName } from './table.ts'

/** SQL that is prepared once per connection. The name stands for exactly this text. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** A prepared statement; its name says what it is for and carries a hash of the text, within PostgreSQL's 63 bytes. */
export const statement = (purpose: string, text: string): Statement => ({
  name: `${purpose.slice(0, 46)}_${hash('sha256', text, 'hex').slice(0, 16)}`,
  text,
})

/** An identifier for SQL text, quoted. */
export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

/** A text literal for SQL text, quoted. For words of definitions alone: what clients send is always a parameter. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A table's name with our schema, for SQL text. */
export const schemaNameOf = (table: string): string => `${quoted(schemaName)}.${quoted(table)}`
