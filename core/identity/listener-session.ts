import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { KeyStore } from './key-store.ts'
import { channels, listenersLock } from './revocation.ts'

export interface ListenerSession {
  /** Resolves with the reason when the connection has been lost, or closed. */
  readonly ended: Promise<Error>
  close(): Promise<void>
}

export interface ListenerSessionOptions {
  readonly connection: pg.ClientConfig
  readonly keys: Pick<KeyStore, 'forget' | 'forgetAccount' | 'forgetAll'>
  readonly pingMs: number
}

const longestAnswerMs = 4_000

/**
 * One connection that hears what is to be forgotten, forgets it, and says so. Listening comes before the lock by which
 * others know that we listen. A connection that has died in silence is noticed by its pings, and dropped.
 */
export const openListenerSession = async (options: ListenerSessionOptions): Promise<ListenerSession> => {
  const { connection, keys, pingMs } = options
  // Ours, so that it can be dropped: a dead connection can't be ended in words.
  const socket = new Socket()
  const client = new pg.Client({
    ...connection,
    application_name: 'lectern listener',
    connectionTimeoutMillis: longestAnswerMs,
    query_timeout: longestAnswerMs,
    keepAlive: true,
    stream: () => socket,
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<Error>()
  client.on('error', end)
  client.once('end', () => end(new Error('the connection was closed')))
  client.on('notification', ({ payload = '' }) => {
    const ticket = forget(payload, keys)
    if (ticket !== null) client.query('select pg_notify($1, $2)', [channels.heard, ticket]).catch(end)
  })
  try {
    await client.connect()
    await client.query(`listen ${channels.told}`)
    await client.query('select pg_advisory_lock_shared($1, $2)', [...listenersLock])
  } catch (error) {
    socket.destroy()
    throw error
  }
  const pinging = new AbortController()
  void ended.then(() => {
    pinging.abort()
    socket.destroy()
  })
  ping(client, pingMs, pinging.signal).catch(end)
  return {
    ended,
    close: async () => {
      pinging.abort()
      await Promise.race([client.end(), wait(1_000, undefined, { ref: false })])
      socket.destroy()
    },
  }
}

/** What a notification says: forgotten at once. Answers its ticket, if it asks for an answer. */
const forget = (payload: string, keys: ListenerSessionOptions['keys']): string | null => {
  const { key, account, ticket } = read(payload)
  if (typeof key === 'string') keys.forget(key)
  else if (typeof account === 'string') keys.forgetAccount(account)
  else keys.forgetAll()
  return typeof ticket === 'string' ? ticket : null
}

const read = (payload: string): { readonly key?: unknown; readonly account?: unknown; readonly ticket?: unknown } => {
  try {
    const said: unknown = JSON.parse(payload)
    return typeof said === 'object' && said !== null ? said : {}
  } catch {
    return {}
  }
}

const ping = async (client: pg.Client, everyMs: number, signal: AbortSignal): Promise<void> => {
  const question = { text: 'select', query_timeout: everyMs }
  for (;;) {
    await wait(everyMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    await client.query(question)
  }
}
