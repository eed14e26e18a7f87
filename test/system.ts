/**
 * A whole server for a test: real HTTP over loopback, a database of its own, in this process.
 *
 *     const { call, account } = await startSystem(t)
 *     const key = await (await account()).key(['api:student:read'])
 *     const { status, json } = await call('GET', '/api/v1/students', { key })
 */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import pg from 'pg'
import { pino } from 'pino'
import { createAccount, createKey, revokeKey } from '#core/identity/accounts.ts'
import { keyIdOf } from '#core/identity/api-key.ts'
import { awaitHeard } from '#core/identity/await-heard.ts'
import { makeTokens } from '#core/identity/token.ts'
import { prepareJobs } from '#core/jobs/prepare-jobs.ts'
import type { Plan } from '#core/plan.ts'
import { openDatabase } from '#core/storage/open-database.ts'
import { openPool } from '#core/storage/open-pool.ts'
import type { Json } from '#definitions'
import { loadConfiguration } from '#runner/configuration/load-configuration.ts'
import type { Environment } from '#runner/environment.ts'
import { bringSchema } from '#runner/serve/bring-schema.ts'
import { startSystem as startProcess } from '#runner/serve/start-system.ts'
import { type Call, makeCaller } from './caller.ts'
import { databaseTemplate, freshDatabase } from './database.ts'

/** What is needed of tap's `t`. */
type Teardown = { teardown(work: () => Promise<void>): void }

export interface SystemOptions {
  /** Built-in ones by name, others by an absolute path. Default: all that are built in. */
  readonly modules?: readonly string[]
  readonly settings?: { readonly [module: string]: { readonly [name: string]: Json } }
  readonly plans?: { readonly [plan: string]: { readonly [quota: string]: Json } }
  /** Default `http`: no job is done. `both` does jobs too. */
  readonly only?: 'http' | 'worker' | 'both'
}

export interface TestAccount {
  readonly id: string
  readonly name: string
  /** A new key. Default: every scope there is, without an end. */
  key(scopes?: readonly string[], options?: { readonly expiresAt?: string }): Promise<string>
}

export interface TestSystem {
  readonly url: string
  readonly plan: Plan
  readonly call: Call
  account(options?: {
    readonly name?: string
    readonly plan?: string
    readonly features?: { readonly [feature: string]: boolean }
  }): Promise<TestAccount>
  /** Resolves when no process accepts the key any more. */
  revoke(key: string): Promise<void>
  /** The rows of a statement, on a connection of the test's own. */
  sql<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly R[]>
  /** Every line of the log. */
  readonly log: readonly string[]
  /** What was logged as a warning or worse. */
  readonly logged: readonly string[]
  stop(): Promise<void>
}

/** Known to tests that make credentials of their own. */
export const secret = 'a secret of the tests, and of nobody else'

/** A server with a database of its own; stopped when `t` ends. */
export const startSystem = async (t: Teardown, options: SystemOptions = {}): Promise<TestSystem> => {
  const { modules, settings = {}, plans = {}, only = 'http' } = options
  const folder = await mkdtemp(join(tmpdir(), 'lectern-system-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const configPath = join(folder, 'lectern.config.json')
  await writeFile(configPath, JSON.stringify({ ...(modules === undefined ? {} : { modules }), settings, plans }))
  const { plan } = await loadConfiguration({ configPath }, makeTokens(secret))
  const template = await databaseTemplate(`system ${hashOf(plan)}`, (database) => prepare(database, plan))
  const connection = await freshDatabase(t, { template })
  const environment: Environment = {
    ...{ port: 0, host: '127.0.0.1', baseUrl: undefined, dataDir: join(folder, 'data'), secret },
    ...{ databaseUrl: connection.connectionString, configPath, logLevel: 'warn' },
  }
  const { logger, log, logged } = collectLog()
  const system = await startProcess({ environment, only: only === 'both' ? undefined : only, log: logger })
  const pool = openPool(connection, { max: 4, onError: () => undefined })
  const database = openDatabase(pool)
  const caller = makeCaller(system.url)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= Promise.all([caller.close(), system.stop(), pool.end()]).then(() => undefined)
    return stopped
  }
  t.teardown(stop)
  return {
    url: system.url,
    plan,
    call: caller.call,
    account: async ({ name = 'A school', plan: planName = 'default', features = {} } = {}) => {
      const given = { name, email: 'school@example.test', plan: planName, features }
      const { id } = await Effect.runPromise(createAccount(database, given))
      return {
        id,
        name,
        key: async (scopes = [...plan.scopes], { expiresAt = null } = {}) => {
          const { key } = await Effect.runPromise(
            createKey(database, { accountId: id, name: 'a key', scopes, expiresAt }),
          )
          return key
        },
      }
    },
    revoke: async (key) => {
      const id = keyIdOf(key) ?? ''
      await Effect.runPromise(revokeKey(database, id))
      await awaitHeard(connection, { key: id })
    },
    sql: async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<R>(text, [...values])).rows,
    log,
    logged,
    stop,
  }
}

/** The schema that a start would make, graphile-worker's too, made once for all files of a run. */
const prepare = async (database: pg.ClientConfig, plan: Plan): Promise<void> => {
  await bringSchema(database, plan, pino({ level: 'silent' }))
  const pool = new pg.Pool({ ...database })
  pool.on('connect', (client) => client.on('error', () => undefined)).on('error', () => undefined)
  await prepareJobs(pool)
  await pool.end()
}

const hashOf = ({ model }: Plan): string => createHash('sha256').update(JSON.stringify(model)).digest('hex')

const collectLog = () => {
  const [log, logged]: [string[], string[]] = [[], []]
  const write = (line: string) => {
    log.push(line)
    if (!/^\{"level":[123]0,/.test(line)) logged.push(line)
  }
  return { log, logged, logger: pino({ level: 'info', base: null }, { write }) }
}

/** The module of the tests that says nearly everything the language can say. */
export const libraryModule: string = resolve('test/library/module.ts')
