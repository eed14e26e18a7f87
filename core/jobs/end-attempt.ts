import { schemaNameOf, statement } from '../storage/statement.ts'
import { addWakes } from './wake.ts'

const work = schemaNameOf('work')

/** `$1` id, `$2` lease → a row when the attempt still held the work, which has succeeded with it. */
export const succeed = statement(
  'work.succeed',
  `update ${work}
  set status = 'succeeded', error = null, lease = null, lease_until = null, finished_at = now(), updated_at = now()
  where id = $1::uuid and lease = $2::uuid and status = 'running'
  returning 1 as ended`,
)

/**
 * SQL that ends the attempts selected by `ended`: the columns id, job, attempt, due and error. The work is pending again
 * until `due`, with a graphile-worker job of its own in the same statement; where due is null, it has failed for good.
 */
export const endAttempts = (ended: string): string => `
  with ended as materialized (${ended}), woken as materialized (
    ${addWakes('(select * from ended where due is not null)')}
  )
  update ${work} w
  set status = case when ended.due is null then 'failed' else 'pending' end, attempt = ended.attempt,
    error = ended.error, lease = null, lease_until = null, next_attempt_at = ended.due, wake = woken.wake,
    finished_at = case when ended.due is null then now() end, updated_at = now()
  from ended left join woken using (id)
  where w.id = ended.id
  returning w.id, w.job, w.attempt, w.status`

/** A row of what `endAttempts` answers. */
export interface Ended {
  readonly id: string
  readonly job: string
  /** Attempts begun. */
  readonly attempt: number
  readonly status: 'pending' | 'failed'
}

const held = `from ${work} where id = $1::uuid and lease = $2::uuid and status = 'running' for update`

/** `$1` id, `$2` lease, `$3` what went wrong, `$4` milliseconds to wait from now, or null when that was the last attempt. */
export const fail = statement(
  'work.fail',
  endAttempts(
    `select id, job, attempt, now() + $4::double precision * interval '1 millisecond' as due, $3::text as error ${held}`,
  ),
)

/** `$1` id, `$2` lease. The attempt doesn't count: the work can be begun again at once, elsewhere. */
export const release = statement(
  'work.release',
  endAttempts(`select id, job, attempt - 1 as attempt, now() as due, error ${held}`),
)
