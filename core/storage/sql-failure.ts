import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import type { ConstraintRefused, SqlFailure } from './database.ts'

const constraints: { readonly [code: string]: ConstraintRefused['kind'] } = {
  '23505': 'unique',
  '23503': 'reference',
  // What `on delete restrict` says since PostgreSQL 18.
  '23001': 'reference',
  '23514': 'check',
}

/** Class 08: connection; 53: out of connections, memory or disk; 57P0: shut down or starting; 58: its disk fails; 25006: a standby. */
const away = /^(08...|53...|57P0[1-5]|58...|25006)$/

const lost = /timeout|terminat|ECONN|ENOENT|EPIPE|not queryable|Connection ended|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH/i

/** 40001: serialisation failure; 40P01: deadlock. Nothing was kept, so the transaction may run again. */
const retriable = /^(40001|40P01)$/

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** What a driver's error means: a refusal or an absence; undefined is a defect of ours. */
export const readSqlFailure = (error: Error): SqlFailure | undefined => {
  const code = codeOf(error)
  const kind = constraints[code]
  if (kind !== undefined) {
    const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : ''
    return { _tag: 'ConstraintRefused', kind, constraint }
  }
  const isServers = /^[0-9A-Z]{5}$/.test(code)
  const isAway = away.test(code) || (!isServers && lost.test(`${code} ${error.message}`))
  return isAway ? { _tag: 'DatabaseAway', cause: error } : undefined
}

/** The failure that a driver's error stands for, or the defect that it is. */
export const toSqlFailure = (error: Error): Effect.Effect<never, SqlFailure> => {
  const failure = readSqlFailure(error)
  return failure === undefined ? Effect.die(error) : Effect.fail(failure)
}

/** Whether the transaction lost to another one and may run again. */
export const isRetriable = (cause: Cause.Cause<unknown>): boolean =>
  Cause.hasDies(cause) && retriable.test(codeOf(Cause.squash(cause)))
