/**
 * SQL that adds one graphile-worker job for each row of `rows`, a table expression with the columns id, job, attempt and
 * due: it wakes a worker when the attempt is due. Answers `id` and `wake`, the graphile-worker job.
 *
 * The task is the job's own name, so that a process fetches only what it can do. The payload says how many attempts have
 * begun before: a wake-up that comes late, or twice, finds another number and does nothing.
 */
export const addWakes = (rows: string): string => `
  select (woken.payload ->> 'id')::uuid as id, woken.id as wake
  from (
    select array_agg(row(
      due.job, json_build_object('id', due.id, 'attempt', due.attempt), null, due.due, null, null, null, null
    )::graphile_worker.job_spec) as specs
    from ${rows} due having count(*) > 0
  ) wanted, graphile_worker.add_jobs(wanted.specs) woken`

/** What a graphile-worker job of ours carries. */
export interface Wake {
  readonly id: string
  /** Attempts begun before this one. */
  readonly attempt: number
}

/** The payload of a graphile-worker job; undefined when it isn't one of ours. */
export const toWake = (payload: unknown): Wake | undefined => {
  if (typeof payload !== 'object' || payload === null || !('id' in payload) || !('attempt' in payload)) return undefined
  const { id, attempt } = payload
  return typeof id === 'string' && typeof attempt === 'number' ? { id, attempt } : undefined
}
