import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { channels, type Forgotten, listeners } from './revocation.ts'

export interface Heard {
  /** Processes that didn't answer in time and lost their connection, upon which they forget everything. */
  readonly disconnected: number
  /** Those that could not be disconnected either: the database didn't allow it. */
  readonly unheard: number
}

/**
 * After the change has committed: resolves when no process remembers what was there before. Each that remembers anything
 * has answered, is gone, or has been disconnected after `patienceMs` (default 5 000).
 *
 * The change's own notification needs no answer. This one comes after the commit and after the list of those who must
 * answer: whoever holds the lock then was listening before, and whoever takes it later reads what is committed.
 */
export const awaitHeard = async (
  connection: pg.ClientConfig,
  forgotten: Forgotten,
  { patienceMs = 5_000 }: { readonly patienceMs?: number } = {},
): Promise<Heard> => {
  const client = new pg.Client({
    ...connection,
    application_name: 'lectern revocation',
    connectionTimeoutMillis: longestAnswerMs,
    query_timeout: longestAnswerMs,
  })
  // A lost connection fails the query under way, too.
  client.on('error', () => {})
  await client.connect()
  try {
    const ticket = randomUUID()
    const waitingFor = new Set<number>()
    let answered = () => {}
    client.on('notification', ({ processId, payload }) => {
      if (payload !== ticket) return
      waitingFor.delete(processId)
      answered()
    })
    await client.query(`listen ${channels.heard}`)
    for (const pid of await readListeners(client)) waitingFor.add(pid)
    await client.query('select pg_notify($1, $2)', [channels.told, JSON.stringify({ ...forgotten, ticket })])
    const until = performance.now() + patienceMs
    while (waitingFor.size > 0 && performance.now() < until) {
      const isTold = await within(lookEveryMs, (resolve) => {
        answered = resolve
      })
      if (isTold) continue
      const there = await readListeners(client)
      for (const pid of waitingFor) if (!there.includes(pid)) waitingFor.delete(pid)
    }
    return await disconnect(client, [...waitingFor])
  } finally {
    await client.end().catch(() => {})
  }
}

const longestAnswerMs = 10_000
const lookEveryMs = 100

const readListeners = async (client: pg.Client): Promise<readonly number[]> =>
  (await client.query<{ readonly pid: number }>(listeners)).rows.map(({ pid }) => pid)

const within = (ms: number, call: (resolve: () => void) => void): Promise<boolean> =>
  new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), ms)
    call(() => {
      clearTimeout(late)
      resolve(true)
    })
  })

const disconnect = async (client: pg.Client, pids: readonly number[]): Promise<Heard> => {
  let disconnected = 0
  for (const pid of pids) {
    const asked = client.query<{ readonly done: boolean }>(
      `select pg_terminate_backend(pid, 2000) as done from (${listeners}) as l where pid = $1`,
      [pid],
    )
    // No row: it went by itself. An error: another role's connection, which ours may not end.
    disconnected += await asked.then(
      ({ rows }) => (rows[0]?.done === false ? 0 : 1),
      () => 0,
    )
  }
  return { disconnected, unheard: pids.length - disconnected }
}
