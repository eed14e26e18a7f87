/** What is the same for checks, indexes and foreign keys: they have a name and can be made, replaced, renamed and dropped. */
import { quoted } from '../statement.ts'
import { alterTable, checkDefinition, createIndex, foreignKeyDefinition, qualified, statements } from './ddl.ts'
import type { Definition } from './definitions.ts'
import { someBreak, someDangle, someShare } from './rows.ts'
import type { TableChange } from './table-change.ts'

export interface NamedThing {
  readonly name: string
  readonly make: string
  readonly replace: string
  /** What keeps rows from fitting, or null. */
  readonly inTheWay: () => Promise<string | null>
}

export interface NamedKind {
  readonly kind: Definition['kind']
  /** How a sentence calls it. */
  readonly word: string
  readonly things: readonly NamedThing[]
  readonly rename: (from: string, to: string) => string
  readonly drop: (name: string) => string
  /** Refuses rows, so that one nobody declares any more can't stay. */
  readonly refusesRows: (name: string) => boolean
}

const when = async (found: Promise<boolean>, sentence: string) => ((await found) ? sentence : null)

const constraint = (table: string, name: string, definition: string) => ({
  name,
  make: alterTable(table, `add ${definition}`),
  replace: alterTable(table, `drop constraint ${quoted(name)}`, `add ${definition}`),
})

const constraintKind = (table: string) => ({
  rename: (from: string, to: string) => alterTable(table, `rename constraint ${quoted(from)} to ${quoted(to)}`),
  drop: (name: string) => alterTable(table, `drop constraint ${quoted(name)}`),
  refusesRows: () => true,
})

export const checks = (change: TableChange): NamedKind => ({
  ...constraintKind(change.table.name),
  kind: 'check',
  word: 'Check',
  things: change.table.checks.map((check) => ({
    ...constraint(change.table.name, check.name, checkDefinition(check)),
    inTheWay: () => when(someBreak(change.client, change, check.expression), 'rows break it'),
  })),
})

export const foreignKeys = (change: TableChange): NamedKind => ({
  ...constraintKind(change.table.name),
  kind: 'foreign key',
  word: 'Foreign key',
  things: change.table.foreignKeys.map((key) => ({
    ...constraint(change.table.name, key.name, foreignKeyDefinition(key)),
    inTheWay: () => when(someDangle(change.client, change, key, targetOf(change, key.table)), 'rows refer to nothing'),
  })),
})

const targetOf = ({ tables, isNew }: TableChange, name: string) => {
  const key = tables.find((table) => table.name === name)?.primaryKey[0]
  return key === undefined || isNew(name) ? null : { table: name, key }
}

export const indexes = (change: TableChange): NamedKind => ({
  kind: 'index',
  word: 'Index',
  things: change.table.indexes.map((index) => ({
    name: index.name,
    make: createIndex(change.table.name, index),
    replace: statements([dropIndex(index.name), createIndex(change.table.name, index)]),
    inTheWay: async () =>
      index.unique ? when(someShare(change.client, change, index), 'rows share what is to be unique') : null,
  })),
  rename: (from, to) => `alter index ${qualified(from)} rename to ${quoted(to)}`,
  drop: dropIndex,
  refusesRows: (name) => change.live('index').get(name)?.startsWith('unique') === true,
})

const dropIndex = (name: string) => `drop index ${qualified(name)}`
