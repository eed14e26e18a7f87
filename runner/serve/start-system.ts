import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { makeParts } from '#core/behave/make-parts.ts'
import { makeMetrics } from '#core/http/metrics.ts'
import { makeKeyStore } from '#core/identity/key-store.ts'
import { startRevocationListener } from '#core/identity/revocation-listener.ts'
import { makeTokens } from '#core/identity/token.ts'
import { openDatabase as overPool } from '#core/storage/open-database.ts'
import { openPool } from '#core/storage/open-pool.ts'
import { loadConfiguration } from '../configuration/load-configuration.ts'
import { openDatabase } from '../database/open-database.ts'
import type { Environment } from '../environment.ts'
import { checkFingerprint, loadSecret } from '../secret.ts'
import { bringSchema } from './bring-schema.ts'
import { type FirstAccount, makeFirstAccount } from './first-account.ts'
import { listen } from './http-server.ts'
import { makeReadiness } from './readiness.ts'
import { makeService } from './service.ts'
import { startJobs } from './start-jobs.ts'

export interface SystemOptions {
  readonly environment: Environment
  /** Only HTTP, only jobs, or both. */
  readonly only: 'http' | 'worker' | undefined
  readonly log: Logger
}

/** A running process of Lectern. */
export interface System {
  readonly url: string
  /** Made on an empty database, its key shown once. */
  readonly firstAccount: FirstAccount | undefined
  /** A path to try the key on. */
  readonly samplePath: string | undefined
  /** Stops accepting, finishes what runs, closes everything; within 35 s. */
  stop(): Promise<void>
}

/** Attempts at once in one process. */
const concurrency = 10

/** What a process needs in connections: answers to clients, attempts, the worker's own. */
const poolSize = { http: 16, worker: concurrency + 6, both: 24 }

/**
 * Starts everything in the one order that works: configuration, database, schema, identity, jobs, HTTP. What has been
 * started is stopped again when a later step is refused.
 */
export const startSystem = async ({ environment, only, log }: SystemOptions): Promise<System> => {
  const closers: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const secret = await loadSecret(environment)
    const tokens = makeTokens(secret)
    const configuration = await loadConfiguration(environment, tokens)
    const { plan } = configuration
    const place = await openDatabase({
      databaseUrl: environment.databaseUrl,
      dataDir: environment.dataDir,
      role: only ?? 'server',
      log: (line) => log.debug({ postgres: line }),
    })
    closers.push(() => within(6_000, place.close()))
    const pool = openPool(place.connection, {
      max: poolSize[only ?? 'both'],
      // The driver's errors carry their whole connection: what they say is enough.
      onError: ({ message }) => log.warn({ reason: message }, 'a database connection was lost'),
    })
    closers.push(() => within(2_000, pool.end()))
    await bringSchema(place.connection, plan, log)
    const database = overPool(pool)
    if (environment.databaseUrl !== undefined) await checkFingerprint(database, secret)
    const features = Object.fromEntries(Object.entries(plan.model.features).map(([name, each]) => [name, each.default]))
    const keys = makeKeyStore(database, features, plan.scopes)
    const listener = await startRevocationListener({ connection: place.connection, keys, log })
    closers.push(() => within(1_000, listener.stop()))
    const parts = makeParts(plan, configuration, secret)
    const worker = only === 'http' ? undefined : await startJobs({ pool, database, plan, parts, concurrency, log })
    // Its pool can't end under it.
    if (worker !== undefined) closers.push(() => worker.stop(18_000))
    const readiness = makeReadiness(database, worker)
    const app = makeService({
      configuration,
      parts,
      database,
      keys,
      tokens,
      secret,
      metrics: makeMetrics(),
      readiness: readiness.check,
      log,
      answersClients: only !== 'worker',
    })
    const server = await listen(app, environment.host, environment.port)
    closers.push(() => server.close(0))
    // Last of all: a key is shown once, so nothing may refuse the start after it was made.
    const firstAccount = await makeFirstAccount(database, configuration)
    const host = environment.host.includes(':') ? `[${environment.host}]` : environment.host
    return {
      url: environment.baseUrl ?? `http://${host}:${server.port}`,
      firstAccount,
      samplePath: Object.values(plan.operations).find(({ action }) => action.kind === 'list')?.path,
      stop: async () => {
        readiness.stop()
        // Requests and attempts end side by side; what they stand on goes afterwards.
        await Promise.all([server.close(20_000), worker?.stop(18_000)])
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A database that hangs must not hold up the stop: what has not closed by then ends with the process. */
const within = (milliseconds: number, closing: Promise<void>): Promise<void> =>
  Promise.race([closing, setTimeout(milliseconds, undefined, { ref: false })])
