import * as Effect from 'effect/Effect'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Plan } from '#core/plan.ts'
import { rebuild } from '#core/rebuild/rebuild.ts'
import { openDatabase } from '#core/storage/open-database.ts'
import { openPool } from '#core/storage/open-pool.ts'
import { applySchema } from '#core/storage/schema/apply-schema.ts'
import { Refused } from '../refused.ts'

/** Brings the schema, and what is made from other columns, to the Plan. */
export const bringSchema = async (connection: pg.ClientConfig, plan: Plan, log: Logger): Promise<void> => {
  await takeSafeSteps(connection, plan, log)
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  // Counting or folding a big table takes as long as it takes.
  const pool = openPool(connection, { max: 1, onError })
  try {
    const made = await Effect.runPromise(rebuild(openDatabase(pool, { timeoutMs: 0 }), plan.model))
    if (made.length > 0) log.info({ made }, 'what is made from other columns was made anew')
  } finally {
    await pool.end()
  }
}

/** Takes the safe steps that the schema lacks, on a connection of its own; refuses to start on a schema it can't use. */
const takeSafeSteps = async (connection: pg.ClientConfig, { tables, model }: Plan, log: Logger): Promise<void> => {
  const client = new pg.Client({ ...connection, application_name: 'lectern' })
  client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  await client.connect()
  try {
    const { applied, left, refusals } = await applySchema(client, tables, {
      modelFormat: model.format,
      model: JSON.stringify(model),
      allow: ['safe'],
      trustFingerprint: true,
    })
    if (applied.length > 0) log.info({ steps: applied.length }, 'the schema was brought up to date')
    const backfills = left.filter(({ kind }) => kind === 'backfill')
    if (refusals.length + backfills.length > 0) {
      throw new Refused([
        ...refusals,
        ...backfills.map(({ why }) => `${why} See \`npm run -s lectern -- migrate --plan\`.`),
      ])
    }
    if (left.length > 0) log.warn({ steps: left.map(({ why }) => why) }, 'the schema holds what is no longer declared')
  } finally {
    await client.end()
  }
}
