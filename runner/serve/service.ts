import * as Cause from 'effect/Cause'
import type Koa from 'koa'
import type { Logger } from 'pino'
import type { ActParts } from '#core/act/parts.ts'
import type { ServiceParts } from '#core/behave/services.ts'
import { makeApp } from '#core/http/app.ts'
import { makeIdempotency } from '#core/http/idempotency.ts'
import type { Metrics } from '#core/http/metrics.ts'
import { makeRateLimit } from '#core/http/rate-limit.ts'
import { makeToAnswer } from '#core/http/refused.ts'
import { makeServicePaths, type Readiness } from '#core/http/service-paths.ts'
import { toRoutes } from '#core/http/to-routes.ts'
import { makeIdentify } from '#core/identity/identify.ts'
import type { KeyStore } from '#core/identity/key-store.ts'
import type { Tokens } from '#core/identity/token.ts'
import type { Database } from '#core/storage/database.ts'
import type { Configuration } from '../configuration/configuration.ts'

export interface ServiceInput {
  readonly configuration: Configuration
  readonly parts: ActParts & ServiceParts
  readonly database: Database
  readonly keys: KeyStore
  readonly tokens: Tokens
  readonly secret: string
  readonly metrics: Metrics
  readonly readiness: Readiness
  readonly log: Logger
  /** Whether clients are answered here, or the health paths alone. */
  readonly answersClients: boolean
}

/** The HTTP application of this process, tied together from the Plan. */
export const makeService = (input: ServiceInput): Koa => {
  const { configuration, database, log, metrics } = input
  const { plan } = configuration
  const settings = configuration.settingsOf('http')
  const toAnswer = makeToAnswer(plan.model.errors)
  const shared = {
    identify: makeIdentify(input.keys, input.tokens),
    rateLimit: makeRateLimit(typeof settings.rateLimit === 'number' ? settings.rateLimit : null),
    idempotency: makeIdempotency(database, input.secret),
    database,
    toAnswer,
    onDefect: (cause: Cause.Cause<unknown>, { id }: { readonly id: string }, operation: string) =>
      log.error({ requestId: id, operation, cause: Cause.pretty(cause) }, 'a defect'),
  }
  const routes = input.answersClients ? toRoutes(plan, input.parts, shared) : []
  const origins = Array.isArray(settings.cors) ? settings.cors.filter((origin) => typeof origin === 'string') : []
  const logsRequests = log.isLevelEnabled('info')
  return makeApp({
    routes,
    toAnswer,
    servicePaths: makeServicePaths({
      readiness: input.readiness,
      metrics: () => metrics.text(),
      metricsFor: settings.metrics === 'public' ? 'public' : 'loopback',
      toAnswer,
    }),
    cors: origins,
    trustProxy: settings.trustProxy === true,
    onAnswered: ({ method, status, state }, operation, milliseconds) => {
      metrics.onAnswered(operation, method, status, milliseconds)
      if (logsRequests)
        log.info(
          { requestId: state.id, operation, method, path: state.path, status, ms: Math.round(milliseconds * 10) / 10 },
          'answered',
        )
    },
    onDefect: (error, { state }) => log.error({ requestId: state.id, err: error }, 'a defect'),
  })
}
