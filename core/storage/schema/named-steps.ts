/** The steps for checks, indexes, foreign keys and the primary key of a table that is there. */
import { quoted } from '../statement.ts'
import { compareNamed } from './compare-named.ts'
import { alterTable } from './ddl.ts'
import type { NamedKind } from './named-kinds.ts'
import { someAreNull, someShare } from './rows.ts'
import { graver, type SchemaStep, type StepKind } from './schema-step.ts'
import type { TableChange } from './table-change.ts'

/**
 * Takes away what is no longer declared. What we made goes; an index that somebody else made stays, it only helps; a
 * constraint that somebody else made may refuse our rows, but was meant, and goes only when that is spelled out.
 */
export const dropUndeclared = async (
  { table, declared, live, isOurs }: TableChange,
  { kind, word, drop, refusesRows }: NamedKind,
): Promise<SchemaStep[]> => {
  const steps: SchemaStep[] = []
  for (const name of compareNamed(declared(kind), live(kind)).undeclared) {
    const isMade = await isOurs(name)
    if (!isMade && !refusesRows(name)) continue
    const why = `${word} ${name} on ${table.name} is ${isMade ? 'no longer declared' : 'not declared; somebody made it by hand'}.`
    steps.push({ kind: isMade ? 'safe' : 'destructive', table: table.name, sql: drop(name), why })
  }
  return steps
}

/** Makes, replaces and renames what is declared. What mentions a column of `retyping` can't be done before that step. */
export const settleNamed = async (
  { table, declared, live }: TableChange,
  { kind, word, things, rename }: NamedKind,
  retyping: ReadonlyMap<string, SchemaStep>,
): Promise<SchemaStep[]> => {
  const { missing, changed, renamed } = compareNamed(declared(kind), live(kind))
  const steps: SchemaStep[] = renamed.map(({ from, to }) => ({
    kind: 'safe',
    table: table.name,
    sql: rename(from, to),
    why: `${word} ${from} on ${table.name} is now called ${to}.`,
  }))
  for (const { name, make, replace, inTheWay } of things) {
    const isMissing = missing.includes(name)
    if (!isMissing && !changed.includes(name)) continue
    const reason = await inTheWay()
    const waited = [...retyping].filter(([column]) => make.includes(column)).map(([, step]) => step.kind)
    const why = `${word} ${name} on ${table.name} is ${isMissing ? 'new' : 'changed'}`
    steps.push({
      kind: [...waited, ...(reason === null ? [] : (['backfill'] as const))].reduce<StepKind>(graver, 'safe'),
      table: table.name,
      sql: isMissing ? make : replace,
      why: reason === null ? `${why}.` : `${why}, and ${reason}: mend them first.`,
    })
  }
  return steps
}

/** Primary keys are compared without their names, which nobody declares. */
export const settlePrimaryKey = async (change: TableChange): Promise<SchemaStep[]> => {
  const { client, table, declared, live } = change
  const [wanted] = declared('primary key').values()
  const [[name, found] = [null, null]] = live('primary key')
  if (wanted === found) return []
  const columns = table.primaryKey.map((column) => ({ name: column }))
  const inTheWay =
    (await someAreNull(client, change, table.primaryKey)) || (await someShare(client, change, { columns, where: null }))
  const add = `add primary key (${table.primaryKey.map(quoted).join(', ')})`
  const actions = name === null ? [add] : [`drop constraint ${quoted(name)}`, add]
  const why = `The primary key of ${table.name} becomes ${table.primaryKey.join(', ')}`
  return [
    {
      kind: inTheWay ? 'backfill' : 'safe',
      table: table.name,
      sql: alterTable(table.name, ...actions),
      why: inTheWay ? `${why}, and rows share it or lack it: mend them first.` : `${why}.`,
    },
  ]
}
