import * as Effect from 'effect/Effect'
import type { Json } from '#definitions'
import { tableOf } from '../derive/statements/record.ts'
import { columnType } from '../derive/tables.ts'
import { toMilliseconds } from '../duration.ts'
import type { Model, ModelJob, ModelResource } from '../model.ts'
import type { SqlFailure } from '../storage/database.ts'
import { literal, quoted, type Statement, schemaNameOf, statement } from '../storage/statement.ts'
import type { Attempt, JobProgram } from './attempt.ts'

/** The derived job that lets old records go, each hour. No declared job can have its name: that holds no dot. */
export const retentionJob: ModelJob = {
  name: 'core.retention',
  module: 'core',
  doc: 'Deletes the records that are older than their resource keeps them.',
  payload: {},
  timeoutMs: 600_000,
  retryMs: [60_000, 600_000],
  cron: '17 * * * *',
}

/**
 * What it does: for each resource with retention whose module is enabled (one switched off keeps its data), batch by batch
 * in transactions of their own. Records that others still refer to stop their resource, not the rest; the attempt fails then.
 */
export const retentionProgram = (model: Model, now: () => number = Date.now): JobProgram => {
  const kept = Object.values(model.resources).flatMap((resource) => {
    const found = model.modules[resource.module]?.enabled ? retentionOf(resource) : undefined
    return found === undefined ? [] : [{ name: resource.name, ...found }]
  })
  return (attempt) =>
    Effect.gen(function* () {
      const refused: string[] = []
      for (const { name, afterMs, statement: leave } of kept) {
        const cutOff = new Date(now() - afterMs).toISOString()
        yield* Effect.catchTag(letGo(attempt, leave, cutOff), 'ConstraintRefused', ({ constraint }) =>
          Effect.sync(() => refused.push(`${name} (${constraint})`)),
        )
      }
      if (refused.length > 0)
        return yield* Effect.fail({
          _tag: 'JobFailed' as const,
          message: `Old records can't leave, because others refer to them: ${refused.join(', ')}.`,
        })
    })
}

/** How old a record may be, and the statement that deletes older ones; undefined when the resource keeps all. */
export const retentionOf = (
  resource: ModelResource,
): { readonly afterMs: number; readonly statement: Statement } | undefined => {
  const { retention } = resource
  const afterMs = retention === null ? undefined : toMilliseconds(retention.after)
  if (retention === null || afterMs === undefined) return undefined
  return { afterMs, statement: leaveStatement(resource, retention) }
}

/** `$1` the cut-off time, `$2` how many at most → `deleted`. The tallies of their accounts go down in the same statement. */
const leaveStatement = (
  resource: ModelResource,
  { since, where }: NonNullable<ModelResource['retention']>,
): Statement => {
  const key = resource.key.map(quoted)
  const conditions = [
    `${quoted(since)} < $1::timestamptz`,
    ...Object.entries(where).map((each) => equals(resource, each)),
  ]
  // Found once and for all: as a subquery it could be run again for each row, and pass its limit.
  const old = `select ${key.join(', ')} from ${tableOf(resource)} where ${conditions.join(' and ')}
    order by ${quoted(since)} limit $2::integer for update skip locked`
  const gone = `delete from ${tableOf(resource)} t using old where ${key.map((name) => `t.${name} = old.${name}`).join(' and ')}
    returning ${resource.counted ? 't.account_id' : '1 as one'}`
  const counted = `update ${schemaNameOf('tallies')} n set count = n.count - less.count
    from (select account_id, count(*)::integer as count from gone group by account_id) less
    where n.account_id = less.account_id and n.name = ${literal(resource.name)}`
  return statement(
    `${resource.name}.leave`,
    `with old as materialized (${old}), gone as (${gone})${resource.counted ? `, counted as (${counted})` : ''}
    select count(*)::integer as deleted from gone`,
  )
}

const equals = (resource: ModelResource, [name, value]: readonly [string, Json]): string => {
  if (value === null) return `${quoted(name)} is null`
  const field = resource.fields.find((each) => each.name === name)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `${quoted(name)} = ${literal(text)}::${field === undefined ? 'text' : columnType(field)}`
}

/** Few enough that nobody waits long for a row or a tally. */
const batchSize = 1_000

const letGo = (attempt: Attempt, leave: Statement, cutOff: string): Effect.Effect<void, SqlFailure> =>
  Effect.gen(function* () {
    for (;;) {
      const [row] = yield* attempt.within((sql) => sql.query<{ readonly deleted: number }>(leave, [cutOff, batchSize]))
      if ((row?.deleted ?? 0) < batchSize) return
    }
  })
