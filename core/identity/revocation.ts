import * as Effect from 'effect/Effect'
import type { Sql, SqlFailure } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'

/** What the serving processes shall no longer remember. */
export type Forgotten = { readonly key: string } | { readonly account: string }

/** Where they are told, and where they answer. */
export const channels = { told: 'lectern_identity', heard: 'lectern_heard' } as const

/**
 * The advisory lock, as (int, int), that each process which remembers keys holds shared, on the very connection that
 * listens: whoever holds it hears.
 */
export const listenersLock = [0x4c656374, 0x1d] as const

const notify = statement('identity.notify', 'select pg_notify($1, $2)')

/** The processes that remember keys, by the backends of their connections, for SQL text. */
export const listeners = `select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 2
  and database = (select oid from pg_database where datname = current_database())
  and (classid, objid) = (${listenersLock.join(', ')})`

/** Tells every serving process, when the transaction commits, to forget what it remembers of a key or an account. */
export const announce = (sql: Sql, forgotten: Forgotten): Effect.Effect<void, SqlFailure> =>
  Effect.asVoid(sql.query(notify, [channels.told, JSON.stringify(forgotten)]))
