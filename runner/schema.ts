import * as Effect from 'effect/Effect'
import pg from 'pg'
import type { Plan } from '#core/plan.ts'
import { rebuild } from '#core/rebuild/rebuild.ts'
import { recount } from '#core/rebuild/recount.ts'
import { openDatabase } from '#core/storage/open-database.ts'
import { openPool } from '#core/storage/open-pool.ts'
import { type AppliedSchema, applySchema } from '#core/storage/schema/apply-schema.ts'
import { planSchema } from '#core/storage/schema/plan-schema.ts'
import type { SchemaPlan, StepKind } from '#core/storage/schema/schema-step.ts'
import { Refused } from './refused.ts'

/** What the schema lacks, and what it holds too much. */
export const readSchemaPlan = (connection: pg.ClientConfig, { tables, model }: Plan): Promise<SchemaPlan> =>
  withClient(connection, (client) => planSchema(client, tables, model.format))

/** Takes the steps of these kinds. */
export const applySchemaSteps = (
  connection: pg.ClientConfig,
  { tables, model }: Plan,
  allow: readonly StepKind[],
  { trustFingerprint = false } = {},
): Promise<AppliedSchema> =>
  withClient(connection, (client) =>
    applySchema(client, tables, {
      modelFormat: model.format,
      model: JSON.stringify(model),
      allow,
      trustFingerprint,
    }),
  )

/** The safe steps that a start takes, for commands: quick when there are none. A schema that can't be used is refused. */
export const bringSchemaUp = async (connection: pg.ClientConfig, plan: Plan): Promise<void> => {
  const { refusals } = await applySchemaSteps(connection, plan, ['safe'], { trustFingerprint: true })
  if (refusals.length > 0) throw new Refused(refusals)
}

/**
 * Makes anew what is made from other columns and whose rule has changed, or every total when `recounts`. Answers what was
 * made.
 */
export const remake = async (
  connection: pg.ClientConfig,
  { model }: Plan,
  { recounts = false } = {},
): Promise<readonly string[]> => {
  // Counting a big table takes as long as it takes.
  const pool = openPool(connection, { max: 1, onError: () => {} })
  const database = openDatabase(pool, { timeoutMs: 0 })
  try {
    const made = [...(await Effect.runPromise(rebuild(database, model)))]
    for (const resource of Object.values(model.resources)) {
      if (!recounts || !resource.counted) continue
      await Effect.runPromise(database.transaction((sql) => recount(sql, resource)))
      made.push(`total of ${resource.name}`)
    }
    return made
  } finally {
    await pool.end()
  }
}

/** On a connection of its own, for as long as it takes. */
const withClient = async <A>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ ...connection, application_name: 'lectern schema', connectionTimeoutMillis: 10_000 })
  // A lost connection fails the query under way, too.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
