/** What the database remembers of its own making: the tables `applied_step` and `kept_model`, if they are declared. */
import { hash } from 'node:crypto'
import type pg from 'pg'
import { v7 } from 'uuid'
import { quoted } from '../statement.ts'
import type { Table } from '../table.ts'
import { qualified } from './ddl.ts'
import type { SchemaStep } from './schema-step.ts'

const steps = 'applied_step'
const models = 'kept_model'

/** Goes up when the planning itself changes, so that settled databases are compared again. */
const planner = 1

export interface KeptModel {
  readonly format: number
  readonly model: string
  /** What the database was last brought to; empty when something was left undone. */
  readonly fingerprint: string
}

/** Stands for all that decides what is planned and kept. */
export const toFingerprint = (tables: readonly Table[], modelFormat: number, model: string): string =>
  hash('sha256', JSON.stringify([planner, modelFormat, tables, model]))

const isThere = async (client: pg.ClientBase, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    qualified(table),
  ])
  return rows[0]?.found === true
}

/** The format and fingerprint kept, without the Model itself, which is long. */
export const readKept = async (client: pg.ClientBase): Promise<Omit<KeptModel, 'model'> | null> => {
  if (!(await isThere(client, models))) return null
  const { rows } = await client.query<Omit<KeptModel, 'model'>>(
    `select format, fingerprint from ${qualified(models)} order by format desc limit 1`,
  )
  return rows[0] ?? null
}

/** Says why this process may plan nothing, or null. */
export const refuseOlder = (kept: Pick<KeptModel, 'format'> | null, modelFormat: number): string | null =>
  kept === null || kept.format <= modelFormat
    ? null
    : `The database was brought up to date by a newer Lectern (Model format ${kept.format}, this one writes ${modelFormat}): this one changes nothing there. Update it.`

/** Keeps the Model, in one row that is written only when something differs. */
export const keepModel = async (client: pg.ClientBase, { format, model, fingerprint }: KeptModel): Promise<void> => {
  if (!(await isThere(client, models))) return
  const values = [format, model, fingerprint]
  const { rows } = await client.query<{ same: boolean }>(
    `select (format, model, fingerprint) is not distinct from ($1::integer, $2, $3) as same from ${qualified(models)}`,
    values,
  )
  if (rows.length === 0) {
    const text = `insert into ${qualified(models)} (format, model, fingerprint, id, kept_at) values ($1, $2, $3, $4, now())`
    await client.query(text, [...values, v7()])
  } else if (rows[0]?.same !== true) {
    const text = `update ${qualified(models)} set format = $1, model = $2, fingerprint = $3, kept_at = now()`
    await client.query(text, values)
  }
}

export const recordSteps = async (client: pg.ClientBase, taken: readonly SchemaStep[]): Promise<void> => {
  if (taken.length === 0 || !(await isThere(client, steps))) return
  await client.query(
    `insert into ${qualified(steps)} (id, kind, sql, why, applied_at)
    select id, kind, sql, why, now() from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as t (id, kind, sql, why)`,
    [taken.map(() => v7()), taken.map(({ kind }) => kind), taken.map(({ sql }) => sql), taken.map(({ why }) => why)],
  )
}

/** Whether a recorded step made the index or constraint of that name, or gave it the name. */
export const isRecorded = async (client: pg.ClientBase, name: string): Promise<boolean> => {
  if (!(await isThere(client, steps))) return false
  const words = [`index ${quoted(name)} on `, `constraint ${quoted(name)} `, ` to ${quoted(name)}`]
  const text = `select from ${qualified(steps)}, unnest($1::text[]) as words where position(words in sql) > 0 limit 1`
  return (await client.query(text, [words])).rowCount === 1
}
