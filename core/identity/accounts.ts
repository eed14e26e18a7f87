import * as Effect from 'effect/Effect'
import type { Account } from '#definitions'
import { newIdInTime } from '../act/new-id.ts'
import type { ByName } from '../model.ts'
import type { Database, Sql, SqlFailure } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'
import { announce } from './revocation.ts'

export * from './keys.ts'

/** An account as it is kept: `features` holds only what differs from the declared defaults. */
export interface KeptAccount extends Account {
  readonly created_at: string
}

const table = schemaNameOf('accounts')
const columns = 'id, name, email, plan, features, created_at'

const statements = {
  turn: statement('account.turn', `select pg_advisory_xact_lock(hashtextextended('lectern first account', 0))`),
  any: statement('account.any', `select exists (select from ${table}) as found`),
  create: statement(
    'account.create',
    `insert into ${table} (id, name, email, plan, features, created_at, updated_at)
    values ($1, $2, $3, $4, $5::jsonb, $6, $6) returning ${columns}`,
  ),
  find: statement('account.find', `select ${columns} from ${table} where id = $1`),
  lock: statement('account.lock', `select ${columns} from ${table} where id = $1 for update`),
  update: statement(
    'account.update',
    `update ${table} set name = $2, email = $3, plan = $4, features = $5::jsonb, updated_at = now()
    where id = $1 returning ${columns}`,
  ),
  list: statement('account.list', `select ${columns} from ${table} order by created_at desc, id desc`),
  plans: statement('account.plans', `select plan, count(*)::int as accounts from ${table} group by plan order by plan`),
}

/** Whether there is an account. Within a transaction others who ask wait for its end, so that one makes the first. */
export const hasAccounts = (sql: Sql): Effect.Effect<boolean, SqlFailure> =>
  Effect.flatMap(sql.query(statements.turn, []), () =>
    Effect.map(sql.query<{ readonly found: boolean }>(statements.any, []), ([row]) => row?.found === true),
  )

/** Makes an account; `features` holds only what differs from the declared defaults. */
export const createAccount = (
  sql: Sql,
  { name, email, plan, features }: Omit<Account, 'id'>,
): Effect.Effect<KeptAccount, SqlFailure> => {
  const { id, now } = newIdInTime()
  return Effect.flatMap(
    sql.query<KeptAccount>(statements.create, [id, name, email, plan, JSON.stringify(features), now]),
    ([made]) => (made === undefined ? Effect.die(new Error('an account was not made')) : Effect.succeed(made)),
  )
}

/** The account, or undefined. */
export const findAccount = (sql: Sql, id: string): Effect.Effect<KeptAccount | undefined, SqlFailure> =>
  Effect.map(sql.query<KeptAccount>(statements.find, [id]), ([found]) => found)

/** All accounts, newest first. */
export const listAccounts = (sql: Sql): Effect.Effect<readonly KeptAccount[], SqlFailure> =>
  sql.query<KeptAccount>(statements.list, [])

/** Which plans accounts have, and how many of them each. */
export const countPlans = (
  sql: Sql,
): Effect.Effect<readonly { readonly plan: string; readonly accounts: number }[], SqlFailure> =>
  sql.query<{ readonly plan: string; readonly accounts: number }>(statements.plans, [])

/** What is to be changed of an account: what is left out stays. */
export type AccountChange = { readonly [Member in keyof Omit<Account, 'id'>]?: Account[Member] | undefined }

/**
 * Changes an account, undefined when there is none, and tells the serving processes to forget it. `defaults` are the
 * declared features: one that is set to its default is no longer kept. Afterwards: `awaitHeard`.
 */
export const updateAccount = (
  database: Database,
  id: string,
  { features = {}, ...change }: AccountChange,
  defaults: ByName<boolean>,
): Effect.Effect<KeptAccount | undefined, SqlFailure> =>
  database.transaction((sql) =>
    Effect.gen(function* () {
      const [found] = yield* sql.query<KeptAccount>(statements.lock, [id])
      if (found === undefined) return undefined
      const { name = found.name, email = found.email, plan = found.plan } = change
      const kept = ownFeatures({ ...found.features, ...features }, defaults)
      const [changed] = yield* sql.query<KeptAccount>(statements.update, [id, name, email, plan, JSON.stringify(kept)])
      yield* announce(sql, { account: id })
      return changed
    }),
  )

/** The features that differ from their declared defaults. */
export const ownFeatures = (features: ByName<boolean>, defaults: ByName<boolean>): ByName<boolean> =>
  Object.fromEntries(Object.entries(features).filter(([name, isOn]) => defaults[name] !== isOn))
