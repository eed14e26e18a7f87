import type pg from 'pg'
import type { Table } from '../table.ts'
import { readKept, refuseOlder } from './kept-model.ts'
import { makePlan } from './make-plan.ts'
import type { SchemaPlan } from './schema-step.ts'
import { inTransaction } from './transaction.ts'

export type { SchemaPlan, SchemaStep, StepKind } from './schema-step.ts'

/**
 * What would bring the live schema to `tables`, on a client that is in no transaction. Nothing is changed: it works in a
 * transaction that it rolls back. Renames are tried there, so it waits for statements on the tables to be renamed.
 */
export const planSchema = (client: pg.ClientBase, tables: readonly Table[], modelFormat: number): Promise<SchemaPlan> =>
  inTransaction(client, 'rollback', async () => {
    const refusal = refuseOlder(await readKept(client), modelFormat)
    return refusal === null ? makePlan(client, tables) : { steps: [], refusals: [refusal] }
  })
