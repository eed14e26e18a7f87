import type { SchemaStep } from '#core/storage/schema/schema-step.ts'
import type { Answer, Command } from './command.ts'
import { repeated, toggle } from './input.ts'
import { oneOf } from './readers.ts'

const plan = toggle('plan', 'print every step and its SQL, change nothing')
const check = toggle('check', 'change nothing; exit 1 when the schema is behind')
const allow = repeated('allow', oneOf('backfill', 'destructive'), {
  placeholder: 'backfill|destructive',
  doc: 'take such steps too; see first with --plan what goes',
})

export const migrate: Command = {
  name: 'migrate',
  doc: 'Brings the schema up to date: the safe steps, which keep every row.',
  inputs: [plan, check, allow],
  notes:
    'A backfill writes rows or needs them in order first; a destructive step drops values of what is no longer declared.\nBoth are taken only when allowed. What is left to drop does not make the schema behind.',
  examples: ['', '--plan', '--check', '--allow destructive'],
  check: async (given) =>
    [plan, check, allow].filter(given.has).length > 1 ? ['--plan, --check and --allow exclude one another'] : [],
  run: async (given) => {
    const { withSystem } = await import('../open-system.ts')
    const { applySchemaSteps, readSchemaPlan } = await import('../schema.ts')
    const configuration = await given.configuration()
    return withSystem(
      given.environment(),
      configuration,
      async ({ connection, pool }): Promise<Answer> => {
        if (given.of(plan) || given.of(check)) {
          const { steps, refusals } = await readSchemaPlan(connection, configuration.plan)
          const behind = refusals.length > 0 || steps.some(({ kind }) => kind !== 'destructive')
          const text = [...steps.map(toStep(given.of(plan))), ...refusals, behind ? 'The schema is behind.' : settled]
          return {
            json: { behind, steps, refusals },
            text: text.join('\n'),
            exitCode: given.of(check) && behind ? 1 : 0,
          }
        }
        const { prepareJobs } = await import('#core/jobs/prepare-jobs.ts')
        const { applied, left, refusals } = await applySchemaSteps(connection, configuration.plan, [
          'safe',
          ...given.of(allow),
        ])
        await prepareJobs(pool)
        const text = [
          ...applied.map(toStep(false)),
          ...(left.length === 0 ? [] : ['Left:', ...left.map(toStep(false))]),
          ...refusals,
          refusals.length > 0 ? 'The schema is not as declared.' : `${applied.length} steps taken.`,
        ]
        return { json: { applied, left, refusals }, text: text.join('\n'), exitCode: refusals.length > 0 ? 1 : 0 }
      },
      { schema: 'leave' },
    )
  },
}

const settled = 'The schema is up to date.'

const toStep =
  (withSql: boolean) =>
  ({ kind, why, sql }: SchemaStep): string =>
    `${kind.padEnd(11)}  ${why}${withSql ? `\n${sql.replace(/^/gm, '    ')}` : ''}`
