import type pg from 'pg'
import type { Table } from '../table.ts'
import { keepModel, readKept, recordSteps, refuseOlder, toFingerprint } from './kept-model.ts'
import { makePlan } from './make-plan.ts'
import { tried } from './objection.ts'
import type { SchemaPlan, SchemaStep, StepKind } from './schema-step.ts'
import { inTransaction } from './transaction.ts'

export interface ApplyOptions {
  readonly modelFormat: number
  /** The Model as JSON; kept in the database. */
  readonly model: string
  /** The kinds of steps to take. */
  readonly allow: readonly StepKind[]
  /** Compare nothing when the database was last brought to just this. A schema changed by hand then goes unnoticed. */
  readonly trustFingerprint?: boolean
}

export interface AppliedSchema {
  readonly applied: readonly SchemaStep[]
  /** Not allowed, or refused by PostgreSQL. A trusted fingerprint means that at most destructive steps are left; none is told. */
  readonly left: readonly SchemaStep[]
  readonly refusals: readonly string[]
}

/**
 * Brings the live schema to `tables` as far as `allow` goes, in one transaction under a lock: when several processes start at
 * once, the first one does the work and the others find it done. On a client that is in no transaction and has no
 * `query_timeout`. A step that PostgreSQL objects to is left and told; a failure (connection lost, say) undoes everything.
 *
 * An index on a big table is made within the transaction and holds up writes to it until the end.
 */
export const applySchema = async (
  client: pg.ClientBase,
  tables: readonly Table[],
  options: ApplyOptions,
): Promise<AppliedSchema> => {
  const { modelFormat, model, allow, trustFingerprint = false } = options
  const fingerprint = toFingerprint(tables, modelFormat, model)
  const isDone = async () => trustFingerprint && (await readKept(client))?.fingerprint === fingerprint
  if (await isDone()) return nothing
  return inTransaction(client, 'commit', async () => {
    await client.query("select pg_advisory_xact_lock(hashtextextended('lectern schema', 0))")
    const refusal = refuseOlder(await readKept(client), modelFormat)
    if (refusal !== null) return { ...nothing, refusals: [refusal] }
    if (await isDone()) return nothing
    const done = await take(client, await makePlan(client, tables), allow)
    await recordSteps(client, done.applied)
    const isSettled = done.refusals.length === 0 && done.left.every(({ kind }) => kind === 'destructive')
    await keepModel(client, { format: modelFormat, model, fingerprint: isSettled ? fingerprint : '' })
    return done
  })
}

const nothing: AppliedSchema = { applied: [], left: [], refusals: [] }

const take = async (client: pg.ClientBase, plan: SchemaPlan, allow: readonly StepKind[]): Promise<AppliedSchema> => {
  const applied: SchemaStep[] = []
  const left: SchemaStep[] = []
  const refusals = [...plan.refusals]
  for (const step of plan.steps) {
    const done = allow.includes(step.kind) ? await tried(client, () => client.query(step.sql)) : null
    if (done !== null && 'answer' in done) applied.push(step)
    else left.push(step)
    if (done !== null && 'objection' in done) refusals.push(`${step.why} PostgreSQL refuses: ${done.objection}.`)
  }
  return { applied, left, refusals }
}
