import cors from '@koa/cors'
import Router from '@koa/router'
import Koa from 'koa'
import type { Answer } from './answer.ts'
import { isHeld, toEtag } from './etag.ts'
import type { Incoming } from './incoming.ts'
import type { Pipeline } from './pipeline.ts'
import type { ToAnswer } from './refused.ts'
import { toRequestId } from './request-id.ts'
import type { ServicePaths } from './service-paths.ts'

export interface Route {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly pipeline: Pipeline
}

export interface AppParts {
  /** What is answered, by name; braces stand around a path's parameters. */
  readonly routes: readonly Route[]
  readonly servicePaths: ServicePaths
  readonly toAnswer: ToAnswer
  /** Origins that browsers may call from; none turns CORS off. */
  readonly cors: readonly string[]
  readonly trustProxy: boolean
  /** Hears of each answered request. `operation` is '' where no route was met. */
  readonly onAnswered: (context: Koa.Context, operation: string, milliseconds: number) => void
  readonly onDefect: (error: Error, context: Koa.Context) => void
}

/** The HTTP application: one route for each operation, and what every answer carries. */
export const makeApp = (parts: AppParts): Koa => {
  // The last address is the one that the proxy saw; whatever stands before it was sent by the client.
  const app = new Koa({ proxy: parts.trustProxy, maxIpsCount: 1 })
  app.silent = true
  app.use(async (context, next) => {
    const started = performance.now()
    const id = toRequestId(context.req.headers['x-request-id'])
    context.state.id = id
    context.set('X-Request-Id', id)
    try {
      if (isReadable(context)) await next()
      else respond(context, parts.toAnswer({ _tag: 'Failure', code: 'NOT_FOUND' }))
    } catch (error) {
      parts.onDefect(error instanceof Error ? error : new Error(String(error)), context)
      respond(context, parts.toAnswer({ _tag: 'Failure', code: 'INTERNAL' }))
    }
    parts.onAnswered(context, context.state.operation ?? '', performance.now() - started)
  })
  if (parts.cors.length > 0) app.use(allowOrigins(parts.cors))
  app.use((context, next) => {
    const answering = parts.servicePaths(context)
    return answering === undefined ? next() : answering.then((answer) => respond(context, answer))
  })
  const router = toRouter(parts)
  app.use(router.routes())
  app.use((context) => answerUnmatched(context, parts.toAnswer))
  return app
}

/** Whether its target can be parsed; notes the path for whoever logs it. */
const isReadable = (context: Koa.Context): boolean => {
  try {
    context.state.path = context.path
    return true
  } catch {
    context.state.path = ''
    return false
  }
}

const toRouter = ({ routes }: AppParts): Router => {
  const router = new Router({ sensitive: true, strict: true })
  for (const { name, method, path, pipeline } of routes) {
    router.register(path.replaceAll(/\{([^}]+)\}/g, ':$1'), [method], async (context) => {
      context.state.operation = name
      respond(context, await pipeline(toIncoming(context)))
    })
  }
  return router
}

const toIncoming = (context: Koa.Context): Incoming => ({
  id: context.state.id,
  method: context.method,
  path: context.path,
  query: context.querystring,
  params: context.params,
  message: context.req,
  header: (name) => {
    const value = context.req.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  },
  setHeaders: (headers) => context.set(headers),
})

/**
 * Writes the answer itself: Koa would ask after each header again, copy the body's text to measure it, and wait for the
 * end of its middlewares.
 */
const respond = (context: Koa.Context, answer: Answer): void => {
  const { res, req } = context
  context.respond = false
  let { status } = answer
  if (answer.headers !== undefined)
    for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value)
  if (answer.single) {
    const etag = toEtag(answer.body)
    res.setHeader('ETag', etag)
    const held = req.headers['if-none-match']
    if (held !== undefined && (req.method === 'GET' || req.method === 'HEAD') && isHeld(held, etag)) status = 304
  }
  res.statusCode = status
  if (status === 304 || status === 204) {
    res.end()
    return
  }
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(answer.body))
  if (req.method === 'HEAD') res.end()
  else res.end(answer.body)
}

/** Nothing answered: another method of a known path, or no path of ours. */
const answerUnmatched = (context: Koa.Context, toAnswer: ToAnswer): void => {
  const layers: readonly { readonly methods: readonly string[] }[] = context.matched ?? []
  const allowed = [...new Set([...layers.flatMap(({ methods }) => methods), 'OPTIONS'])]
  if (layers.length === 0) {
    respond(context, toAnswer({ _tag: 'Failure', code: 'NOT_FOUND' }))
    return
  }
  context.set('Allow', allowed.join(', '))
  if (context.method === 'OPTIONS') {
    context.status = 204
    return
  }
  respond(context, toAnswer({ _tag: 'Failure', code: 'METHOD_NOT_ALLOWED' }))
}

const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: (context) => {
      const origin = context.get('Origin')
      return origins.includes(origin) ? origin : ''
    },
    allowMethods: 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS',
    allowHeaders: 'Authorization,Content-Type,Idempotency-Key,If-Match,If-None-Match,X-Request-Id',
    exposeHeaders:
      'ETag,Idempotency-Replayed,RateLimit,RateLimit-Policy,RateLimit-Limit,RateLimit-Remaining,RateLimit-Reset,Retry-After,X-Request-Id',
    maxAge: 600,
  })
