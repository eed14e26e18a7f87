import type { SchemaStep } from '#core/storage/schema/schema-step.ts'
import type { System } from '../open-system.ts'
import type { Answer, Command, Given } from './command.ts'
import { repeated, toggle } from './input.ts'
import { oneOf } from './readers.ts'

const plan = toggle('plan', 'print every step and its SQL, change nothing')
const check = toggle('check', 'change nothing; exit 1 when the schema is behind')
const allow = repeated('allow', oneOf('backfill', 'destructive'), {
  placeholder: 'backfill|destructive',
  doc: 'take such steps too; see first with --plan what goes',
})
const recount = toggle('recount', 'count every kept total anew')

export const migrate: Command = {
  name: 'migrate',
  doc: 'Brings the schema up to date: the safe steps, which keep every row.',
  inputs: [plan, check, allow, recount],
  notes:
    'A backfill writes rows or needs them in order first; a destructive step drops values of what is no longer declared.\nBoth are taken only when allowed. What is left to drop does not make the schema behind; with a backfill left, it is.',
  examples: ['', '--plan', '--check', '--allow backfill --allow destructive'],
  check: async (given) => {
    const looks = [plan, check].filter(given.has).length
    const isAlone = looks === 0 || (looks === 1 && ![allow, recount].some(given.has))
    return isAlone ? [] : ['--plan and --check change nothing and stand alone']
  },
  run: async (given) => {
    const { withSystem } = await import('../open-system.ts')
    const configuration = await given.configuration()
    const work = given.of(plan) || given.of(check) ? look : take
    return withSystem(given.environment(), configuration, (system) => work(given, system), { schema: 'leave' })
  },
}

/** What a start would do, and what only an allowed step would. */
const look = async (given: Given, { connection, configuration }: System): Promise<Answer> => {
  const { readSchemaPlan } = await import('../schema.ts')
  const { steps, refusals } = await readSchemaPlan(connection, configuration.plan)
  const behind = refusals.length > 0 || steps.some(({ kind }) => kind !== 'destructive')
  const text = [...steps.map(toStep(given.of(plan))), ...refusals, behind ? 'The schema is behind.' : settled]
  return { json: { behind, steps, refusals }, text: text.join('\n'), exitCode: given.of(check) && behind ? 1 : 0 }
}

const take = async (given: Given, { connection, configuration, pool }: System): Promise<Answer> => {
  const { applySchemaSteps, remake } = await import('../schema.ts')
  const { prepareJobs } = await import('#core/jobs/prepare-jobs.ts')
  const kinds = ['safe', ...given.of(allow)] as const
  const { applied, left, refusals } = await applySchemaSteps(connection, configuration.plan, kinds)
  const behind = refusals.length > 0 || left.some(({ kind }) => kind !== 'destructive')
  const made = behind ? [] : await remake(connection, configuration.plan, { recounts: given.of(recount) })
  if (!behind) await prepareJobs(pool)
  const text = [
    ...applied.map(toStep(false)),
    ...made.map((name) => `Made anew: ${name}.`),
    ...(left.length === 0 ? [] : ['Left, to be allowed by --allow:', ...left.map(toStep(false))]),
    ...refusals,
    behind ? 'The schema is behind.' : settled,
  ]
  return { json: { applied, made, left, refusals }, text: text.join('\n'), exitCode: behind ? 1 : 0 }
}

const settled = 'The schema is up to date.'

const toStep =
  (withSql: boolean) =>
  ({ kind, why, sql }: SchemaStep): string =>
    `${kind.padEnd(11)}  ${why}${withSql ? `\n${sql.replace(/^/gm, '    ')}` : ''}`
