import * as Effect from 'effect/Effect'
import type { Json, Resource, Store } from '#definitions'
import type { Model } from '../model.ts'
import type { Sql, SqlFailure, SqlValue } from '../storage/database.ts'
import { type StoreStatements, storeStatements } from './store-statements.ts'

/** Statements of each resource, made when a behaviour first asks for them. */
export const makeStatementsOf = (model: Model): ((name: string) => StoreStatements) => {
  const made = new Map<string, StoreStatements>()
  return (name) => {
    const kept = made.get(name)
    if (kept !== undefined) return kept
    const resource = model.resources[name]
    if (resource === undefined) throw new Error(`No resource '${name}' is declared.`)
    const statements = storeStatements(resource)
    made.set(name, statements)
    return statements
  }
}

interface Recorded {
  readonly record: string
}

/**
 * A behaviour's records, within one transaction and for one account. What PostgreSQL refuses here is a defect of the
 * behaviour, except that the database is away, which ends the whole request the same way as anywhere.
 */
export const makeStore = (
  sql: Sql,
  accountId: string | null,
  now: string,
  statementsOf: (name: string) => StoreStatements,
): Store => {
  const owner = ({ resource }: StoreStatements): SqlValue[] => (resource.owner === 'account' ? [accountId] : [])
  const one = (asked: Effect.Effect<readonly Recorded[], SqlFailure>) =>
    orDefect(Effect.map(asked, ([row]) => (row === undefined ? undefined : parse(row.record))))
  const store = {
    find: ({ name }: Resource, id: string) => {
      const statements = statementsOf(name)
      return one(sql.query<Recorded>(statements.find, [id, ...owner(statements)]))
    },
    select: ({ name }: Resource, where: Members = {}, { limit = 1000 } = {}) => {
      const statements = statementsOf(name)
      const names = Object.keys(where)
      const { statement, toValues } = statements.select(names)
      const values = [...owner(statements), limit, ...toValues(where)]
      return orDefect(
        Effect.map(sql.query<Recorded>(statement, values), (rows) => rows.map(({ record }) => parse(record))),
      )
    },
    insert: ({ name }: Resource, members: Members) => {
      const statements = statementsOf(name)
      const { statement, toValues } = statements.insert
      return one(sql.query<Recorded>(statement, toValues(members, accountId, now)))
    },
    update: ({ name }: Resource, id: string, members: Members) => {
      const statements = statementsOf(name)
      const written = (all: Members) => {
        const { statement, toValues } = statements.update(Object.keys(all))
        return one(sql.query<Recorded>(statement, [id, ...owner(statements), now, ...toValues(all, accountId)]))
      }
      const rest = statements.restOfSearch(Object.keys(members))
      if (rest.length === 0) return written(members)
      // All searched text of a record is one column: a change of a part of it needs the other parts.
      const held = one(sql.query<Recorded>(statements.hold, [id, ...owner(statements)]))
      return Effect.flatMap(held, (record) =>
        record === undefined ? Effect.succeed(undefined) : written({ ...pick(record, rest), ...members }),
      )
    },
    remove: ({ name }: Resource, id: string) => {
      const statements = statementsOf(name)
      return orDefect(Effect.map(sql.query(statements.remove, [id, ...owner(statements)]), (rows) => rows.length > 0))
    },
    transition: ({ name }: Resource, id: string, transition: string) => {
      const statements = statementsOf(name)
      return one(sql.query<Recorded>(statements.transition(transition), [id, ...owner(statements), now]))
    },
  }
  // The definitions type each record from its resource; here all are JSON objects of the same statements.
  return store as unknown as Store
}

type Members = { readonly [name: string]: Json }

const parse = (record: string): Members => JSON.parse(record)

const pick = (record: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]))

/** A failure of the database passes through a behaviour's own failures as a defect and is told apart again outside. */
export const orDefect = <A>(effect: Effect.Effect<A, SqlFailure>): Effect.Effect<A> =>
  Effect.catch(effect, (failure) => Effect.die(failure))

/** The failure of the database that a behaviour died of, as the failure that it is. */
export const restoreSqlFailure = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | SqlFailure> =>
  Effect.catchDefect(effect, (defect) => (isSqlFailure(defect) ? Effect.fail(defect) : Effect.die(defect)))

const isSqlFailure = (defect: unknown): defect is SqlFailure =>
  typeof defect === 'object' &&
  defect !== null &&
  '_tag' in defect &&
  (defect._tag === 'DatabaseAway' || defect._tag === 'ConstraintRefused')
