import type pg from 'pg'
import type { Logger } from 'pino'
import type { ActParts } from '#core/act/parts.ts'
import { jobProgram } from '#core/behave/job-program.ts'
import type { ServiceParts } from '#core/behave/services.ts'
import type { JobProgram } from '#core/jobs/attempt.ts'
import { prepareJobs } from '#core/jobs/prepare-jobs.ts'
import { retentionJob, retentionProgram } from '#core/jobs/retention.ts'
import { startWorker, type Worker } from '#core/jobs/start-worker.ts'
import type { Plan } from '#core/plan.ts'
import type { Database } from '#core/storage/database.ts'

/** Starts doing the work of all jobs of enabled modules. */
export const startJobs = async (input: {
  readonly pool: pg.Pool
  readonly database: Database
  readonly plan: Plan
  readonly parts: ActParts & ServiceParts
  readonly concurrency: number
  readonly log: Logger
}): Promise<Worker> => {
  const { pool, database, plan, parts, concurrency, log } = input
  const programs: { [name: string]: JobProgram } = { [retentionJob.name]: retentionProgram(plan.model) }
  for (const job of Object.values(plan.jobs)) {
    const behaviour = plan.behaviours[`job ${job.name}`]
    if (behaviour !== undefined) programs[job.name] = jobProgram(job, behaviour, parts)
  }
  await prepareJobs(pool)
  return startWorker({
    pool,
    database,
    jobs: { ...plan.jobs, [retentionJob.name]: retentionJob },
    programs,
    concurrency,
    log: (level, fields, message) => log[level](fields, message),
  })
}
