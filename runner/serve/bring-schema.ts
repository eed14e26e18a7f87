import type pg from 'pg'
import type { Logger } from 'pino'
import type { Plan } from '#core/plan.ts'
import { Refused } from '../refused.ts'
import { applySchemaSteps, remake } from '../schema.ts'

/**
 * Brings the schema, and what is made from other columns, to the Plan, as far as that is safe; refuses to start on a
 * schema that can't be used.
 */
export const bringSchema = async (connection: pg.ClientConfig, plan: Plan, log: Logger): Promise<void> => {
  const { applied, left, refusals } = await applySchemaSteps(connection, plan, ['safe'], { trustFingerprint: true })
  if (applied.length > 0) log.info({ steps: applied.length }, 'the schema was brought up to date')
  const backfills = left.filter(({ kind }) => kind === 'backfill')
  if (refusals.length + backfills.length > 0) {
    throw new Refused([
      ...refusals,
      ...backfills.map(({ why }) => `${why} See \`npm run -s lectern -- migrate --plan\`.`),
    ])
  }
  if (left.length > 0) log.warn({ steps: left.map(({ why }) => why) }, 'the schema holds what is no longer declared')
  const made = await remake(connection, plan)
  if (made.length > 0) log.info({ made }, 'what is made from other columns was made anew')
}
