import * as Effect from 'effect/Effect'
import type { Json, Resource, Store } from '#definitions'
import type { Model } from '../model.ts'
import type { Refusal } from '../refusal.ts'
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
    const statements = storeStatements(resource, model)
    made.set(name, statements)
    return statements
  }
}

interface Recorded {
  readonly record: string
}

/** The transaction that a behaviour runs in, and whose records it sees. */
export interface Within {
  readonly sql: Sql
  readonly accountId: string | null
  readonly now: string
}

/** What a change is declared to cause: its event, its job. */
export type Follow = (
  caused: { readonly event: string | null; readonly job?: string | null },
  id: string,
) => Effect.Effect<void>

/**
 * A behaviour's records, within one transaction and for one account. What PostgreSQL refuses here is a defect of the
 * behaviour, except that the database is away, which ends the whole request the same way as anywhere.
 */
export const makeStore = (
  { sql, accountId, now }: Within,
  statementsOf: (name: string) => StoreStatements,
  follow: Follow,
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
      const { insert, resource, references } = statementsOf(name)
      const inserted = one(sql.query<Recorded>(insert.statement, insert.toValues(members, accountId, now)))
      return orDefect(references(sql, members, accountId)).pipe(
        Effect.andThen(inserted),
        Effect.tap((record) => follow({ event: resource.events.created }, String(record?.id))),
      )
    },
    update: ({ name }: Resource, id: string, members: Members) => {
      const statements = statementsOf(name)
      const written = (all: Members) => {
        const { statement, toValues } = statements.update(Object.keys(all))
        return one(sql.query<Recorded>(statement, [id, ...owner(statements), now, ...toValues(all, accountId)]))
      }
      const rest = statements.restOfSearch(Object.keys(members))
      const referred = orDefect(statements.references(sql, members, accountId))
      if (rest.length === 0) return Effect.andThen(referred, written(members))
      // All searched text of a record is one column: a change of a part of it needs the other parts.
      const held = one(sql.query<Recorded>(statements.hold, [id, ...owner(statements)]))
      return Effect.flatMap(Effect.andThen(referred, held), (record) =>
        record === undefined ? Effect.succeed(undefined) : written({ ...pick(record, rest), ...members }),
      )
    },
    remove: ({ name }: Resource, id: string) => {
      const statements = statementsOf(name)
      const removed = orDefect(
        Effect.map(sql.query(statements.remove, [id, ...owner(statements)]), (rows) => rows.length > 0),
      )
      const { deleted } = statements.resource.events
      return Effect.tap(removed, (isGone) => (isGone ? follow({ event: deleted }, id) : Effect.void))
    },
    transition: ({ name }: Resource, id: string, transition: string) => {
      const statements = statementsOf(name)
      const { statement, caused } = statements.transition(transition)
      const moved = orDefect(
        Effect.map(sql.query<{ readonly body: string }>(statement, [id, ...owner(statements), now]), ([row]) =>
          row === undefined ? undefined : JSON.parse(row.body).data,
        ),
      )
      return Effect.tap(moved, (record) => (record === undefined ? Effect.void : follow(caused, id)))
    },
  }
  // The definitions type each record from its resource; here all are JSON objects of the same statements.
  return store as unknown as Store
}

type Members = { readonly [name: string]: Json }

const parse = (record: string): Members => JSON.parse(record)

const pick = (record: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]))

/**
 * What the core refuses on a behaviour's behalf (the database is away, a reference leads to nobody's record) passes
 * through the behaviour's own failures as a defect, and is told apart again outside.
 */
export const orDefect = <A>(effect: Effect.Effect<A, Refusal>): Effect.Effect<A> =>
  Effect.catch(effect, (refusal) => Effect.die(new Passing(refusal)))

/** The refusal that a behaviour died of, as the refusal that it is. */
export const restoreRefusal = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | Refusal> =>
  Effect.catchDefect(effect, (defect) => (defect instanceof Passing ? Effect.fail(defect.refusal) : Effect.die(defect)))

class Passing extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`A behaviour was refused: ${'code' in refusal ? refusal.code : refusal._tag}.`)
    this.refusal = refusal
  }
}
