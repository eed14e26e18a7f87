import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { KeyStore } from './key-store.ts'
import { type ListenerSession, openListenerSession } from './listener-session.ts'

export interface RevocationListenerOptions {
  readonly connection: pg.ClientConfig
  readonly keys: KeyStore
  readonly log: {
    readonly info: (fields: object, message: string) => void
    readonly warn: (fields: object, message: string) => void
  }
  /** How often the connection is tried, and how long its answer may take: its loss is noticed after both. Default 2 s. */
  readonly pingMs?: number
}

export interface RevocationListener {
  isListening(): boolean
  /** Keys are no longer remembered from now on. */
  stop(): Promise<void>
}

const leastPauseMs = 100
const longestPauseMs = 5_000

/**
 * Keeps a connection on which this process hears of revoked keys and changed accounts. Keys are remembered as long as it
 * stands; while it doesn't, each check asks the database. Resolves when the first attempt to connect has ended either way.
 */
export const startRevocationListener = async (options: RevocationListenerOptions): Promise<RevocationListener> => {
  const { connection, keys, log, pingMs = 2_000 } = options
  const stopping = new AbortController()
  const { promise: isTried, resolve: tried } = Promise.withResolvers<void>()
  let session: ListenerSession | undefined
  let pauseMs = 0

  const listen = async (): Promise<void> => {
    const opened = await openListenerSession({ connection, keys, pingMs })
    if (stopping.signal.aborted) return opened.close()
    if (pauseMs > leastPauseMs) log.info({}, 'revocations are heard again')
    session = opened
    pauseMs = leastPauseMs
    keys.remember(true)
    tried()
    const reason = await opened.ended
    session = undefined
    keys.remember(false)
    throw reason
  }

  const keepListening = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await listen().catch((error) => {
        if (stopping.signal.aborted) return
        if (pauseMs <= leastPauseMs) log.warn({ err: error }, 'revocations are not heard: keys are not remembered')
        pauseMs = Math.min(Math.max(pauseMs * 2, leastPauseMs), longestPauseMs)
      })
      tried()
      // Not all processes at once: they lose a database together.
      await wait(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const ended = keepListening()
  await isTried
  return {
    isListening: () => session !== undefined,
    stop: async () => {
      stopping.abort()
      keys.remember(false)
      await session?.close()
      await ended
    },
  }
}
