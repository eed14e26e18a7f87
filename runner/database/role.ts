import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { type Lock, locks } from './locks.ts'

/** `start`, `start --only http`, `start --only worker`, any other command. */
export type Role = 'server' | 'http' | 'worker' | 'command'

/** One full server, or one process for HTTP and one for jobs, and any number of commands beside. */
const locksOf: Record<Role, readonly Lock[]> = {
  server: [locks.http, locks.worker],
  http: [locks.http],
  worker: [locks.worker],
  command: [],
}
const titles: Record<Role, string> = {
  server: 'Lectern server',
  http: 'Lectern HTTP process',
  worker: 'Lectern worker',
  command: 'Lectern command',
}

// PostgreSQL notices a killed process within milliseconds; one that was asked to stop may need a moment more.
const patienceMs = 3_000
const pauseMs = 50

/** What a connection that holds a role calls itself in `pg_stat_activity`. */
export const connectionName = (role: Role): string => `${titles[role]} (pid ${process.pid})`

/** Takes the role for as long as `client` is connected. Rejects with `DatabaseUnavailable`, naming who has it. */
export const takeRole = async (client: pg.Client, role: Role, dataDir: string): Promise<void> => {
  const until = performance.now() + patienceMs
  while (!(await tryLocks(client, locksOf[role]))) {
    if (performance.now() > until)
      throw new DatabaseUnavailable(
        `Another ${await findHolder(client, locksOf[role])} already runs on ${dataDir}: stop it, or give this one its own LECTERN_DATA_DIR.`,
      )
    await setTimeout(pauseMs)
  }
}

const tryLocks = async (client: pg.Client, wanted: readonly Lock[]): Promise<boolean> => {
  for (const [index, lock] of wanted.entries()) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [...lock])
    if (rows[0]?.held) continue
    // Give back what was taken, or two that want both could keep one each.
    for (const taken of wanted.slice(0, index)) await client.query('select pg_advisory_unlock($1, $2)', [...taken])
    return false
  }
  return true
}

const findHolder = async (client: pg.Client, wanted: readonly Lock[]): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and (l.classid, l.objid) in (select * from unnest($1::oid[], $2::oid[]))`,
    [wanted.map(([space]) => space), wanted.map(([, number]) => number)],
  )
  return rows[0]?.name || 'Lectern'
}
