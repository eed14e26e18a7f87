import type pg from 'pg'
import { countPlans } from '#core/identity/accounts.ts'
import { readFingerprint, toFingerprint } from '#core/identity/fingerprint.ts'
import type { ModelResource } from '#core/model.ts'
import type { Database } from '#core/storage/database.ts'
import { quoted, schemaNameOf } from '#core/storage/statement.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { ask } from '../open-system.ts'
import { count, type Finding, well, wrong } from './finding.ts'

/** Whether the secret is the one that this database was first used with. */
export const examineFingerprint = async (database: Database, secret: string | undefined): Promise<Finding> => {
  const kept = await ask(readFingerprint(database))
  return kept === null || (secret !== undefined && kept === toFingerprint(secret))
    ? well('fingerprint', 'The secret belongs to this database.')
    : wrong(
        'fingerprint',
        'The database belongs to another secret.',
        'Set LECTERN_SECRET to the one that it was first started with.',
      )
}

/** Accounts whose plan is not configured (any more) get the limits of the default one. */
export const examinePlans = async (
  database: Database,
  { plans, defaultPlan }: Configuration,
): Promise<readonly Finding[]> => {
  const lost = (await ask(countPlans(database))).filter(({ plan }) => !Object.hasOwn(plans, plan))
  if (lost.length === 0) return [well('plans', 'The plan of every account is configured.')]
  return lost.map(({ plan, accounts }) =>
    wrong(
      'plans',
      `${count(accounts, 'account')} on the plan '${plan}', which is not configured: the limits of '${defaultPlan}' hold.`,
      'Configure the plan, or: account update ID --plan PLAN',
    ),
  )
}

/** The kept totals against a recount, where there has been a count. Each is one statement, which sees one moment. */
export const examineTallies = async (
  pool: pg.Pool,
  resources: readonly ModelResource[],
): Promise<readonly Finding[]> => {
  const findings: Finding[] = []
  for (const { name, table, counted } of resources) {
    if (!counted) continue
    const { rows } = await pool.query<{ accounts: number }>({ text: recount(table), values: [name], ...patient })
    const accounts = rows[0]?.accounts ?? 0
    if (accounts > 0)
      findings.push(
        wrong(
          'totals',
          `The kept total of '${name}' is not what is there, for ${count(accounts, 'account')}.`,
          'This is a fault of Lectern: please report it. To count anew: migrate --recount',
        ),
      )
  }
  return findings.length > 0 ? findings : [well('totals', 'Every kept total agrees with a recount.')]
}

/** Counting a big table takes a while; a database that hangs is found out. */
const patient = { query_timeout: 120_000 }

const tallies = schemaNameOf('tallies')

const recount = (table: string): string =>
  `select count(*)::int as accounts
  from (select account_id, count(*)::int as there from ${schemaNameOf(table)} group by account_id) as c
  full join (select account_id, count as kept from ${tallies} where name = $1) as t using (account_id)
  where coalesce(there, 0) <> coalesce(kept, 0)
    and exists (select from ${schemaNameOf('installation')} where name = 'made total of ' || $1)`

/** Work that is due for long, or whose attempt ended without a word and that nobody took over. */
export const examineWork = async (pool: pg.Pool, { plan }: Configuration): Promise<readonly Finding[]> => {
  const { rows } = await pool.query<{ job: string; pieces: number }>(
    `select job, count(*)::int as pieces from ${schemaNameOf('work')}
    where (${quoted('status')} = 'pending' and next_attempt_at < now() - interval '10 minutes')
      or (${quoted('status')} = 'running' and lease_until < now() - interval '2 minutes')
    group by job order by job`,
  )
  // Jobs of modules that are switched off wait.
  const stuck = rows.filter(({ job }) => Object.hasOwn(plan.jobs, job))
  if (stuck.length === 0) return [well('work', 'No work is overdue.')]
  return stuck.map(({ job, pieces }) =>
    wrong(
      'work',
      `${count(pieces, 'piece')} of '${job}' overdue.`,
      'Is a worker running? start, or start --only worker',
    ),
  )
}
