import * as Effect from 'effect/Effect'
import type { Identity } from '../identity/identify.ts'
import type { ModelOperation } from '../model.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Incoming } from './incoming.ts'
import { type RateLimit, toRateLimitHeaders } from './rate-limit.ts'

type Admit = (identity: Identity | undefined, incoming: Incoming) => Effect.Effect<Identity, Refusal>

/** Whether this caller may ask at all: 401, then 403 for the scope, then for the feature, then 429. */
export const makeAdmit = ({ auth, feature }: ModelOperation, rateLimit: RateLimit): Admit => {
  const scope = auth.kind === 'scope' ? auth.scope : undefined
  const only = auth.kind === 'key' || auth.kind === 'token' ? auth.kind : undefined
  const lacksScope = refuse('INSUFFICIENT_SCOPE', {
    details: [{ in: 'header', path: '/authorization', message: `the key lacks the scope ${scope}` }],
  })
  return (identity, incoming) => {
    if (identity === undefined || (only !== undefined && identity.by !== only)) {
      incoming.setHeaders({ 'WWW-Authenticate': 'Bearer' })
      return refuse('UNAUTHENTICATED')
    }
    const { principal } = identity
    if (scope !== undefined && !principal.scopes.has(scope)) return lacksScope
    if (feature !== null && principal.account.features[feature] !== true) return refuse('FEATURE_DISABLED')
    const allowance = rateLimit(principal.keyId, Date.now())
    if (allowance === undefined) return Effect.succeed(identity)
    incoming.setHeaders(toRateLimitHeaders(allowance))
    if (allowance.allowed) return Effect.succeed(identity)
    incoming.setHeaders({ 'Retry-After': String(allowance.resetSeconds) })
    return refuse('RATE_LIMITED')
  }
}
