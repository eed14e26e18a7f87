import type Koa from 'koa'
import type { Answer } from './answer.ts'
import { answerData } from './answer.ts'
import type { ToAnswer } from './refused.ts'

/** What is not ready yet, in words; empty when all is. */
export type Readiness = () => Promise<readonly string[]>

/** Answers `/healthz`, `/readyz` and `/metrics`; undefined for every other path. */
export type ServicePaths = (context: Koa.Context) => Promise<Answer> | undefined

export interface ServicePathsParts {
  readonly readiness: Readiness
  readonly metrics: () => Promise<string>
  /** `loopback` hides the metrics from elsewhere. */
  readonly metricsFor: 'loopback' | 'public'
  readonly toAnswer: ToAnswer
}

const paths = new Set(['/healthz', '/readyz', '/metrics'])

export const makeServicePaths = (parts: ServicePathsParts): ServicePaths => {
  const notFound = parts.toAnswer({ _tag: 'Failure', code: 'NOT_FOUND' })
  const answer = async (context: Koa.Context): Promise<Answer> => {
    const { path, method } = context
    const isHidden = path === '/metrics' && parts.metricsFor === 'loopback' && !isLoopback(context.ip)
    if (isHidden) return notFound
    if (method !== 'GET' && method !== 'HEAD') {
      context.set('Allow', 'GET, HEAD, OPTIONS')
      return method === 'OPTIONS'
        ? { status: 204, body: '', single: false }
        : parts.toAnswer({ _tag: 'Failure', code: 'METHOD_NOT_ALLOWED' })
    }
    context.set('Cache-Control', 'no-store')
    if (path === '/healthz') return answerData('{"status":"ok"}')
    if (path === '/readyz') return toReadiness(await parts.readiness(), parts.toAnswer)
    context.set('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
    return { status: 200, body: await parts.metrics(), single: false }
  }
  // Every other request passes here too: it waits for nothing.
  return (context) => (paths.has(context.path) ? answer(context) : undefined)
}

const toReadiness = (missing: readonly string[], toAnswer: ToAnswer): Answer => {
  if (missing.length === 0) return answerData('{"status":"ready"}')
  const message = `Not ready: ${missing.join('; ')}.`
  return { ...toAnswer({ _tag: 'Failure', code: 'UNAVAILABLE', message }), headers: { 'Retry-After': '1' } }
}

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address)
