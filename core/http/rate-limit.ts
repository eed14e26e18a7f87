/** What a caller has left of its requests. */
export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the count starts anew. */
  readonly resetSeconds: number
}

/** What a key has left; undefined where nothing is counted. */
export type RateLimit = (keyId: string, nowMs: number) => Allowance | undefined

/** Counts requests of a minute for each key, in this process. `limit` null counts nothing. */
export const makeRateLimit = (limit: number | null): RateLimit => {
  const windows = new Map<string, { count: number; readonly end: number }>()
  if (limit === null) return () => undefined
  return (keyId, nowMs) => {
    let window = windows.get(keyId)
    if (window === undefined || window.end <= nowMs) {
      if (windows.size >= 10_000) for (const [key, { end }] of windows) if (end <= nowMs) windows.delete(key)
      window = { count: 0, end: nowMs + 60_000 }
      windows.set(keyId, window)
    }
    const allowed = window.count < limit
    if (allowed) window.count += 1
    const resetSeconds = Math.max(1, Math.ceil((window.end - nowMs) / 1000))
    return { allowed, limit, remaining: limit - window.count, resetSeconds }
  }
}

/** The `RateLimit` headers, in the form of today's draft and in the earlier one that most clients read. */
export const toRateLimitHeaders = ({
  limit,
  remaining,
  resetSeconds,
}: Allowance): { readonly [name: string]: string } => ({
  'RateLimit-Policy': `"key";q=${limit};w=60`,
  RateLimit: `"key";r=${remaining};t=${resetSeconds}`,
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(resetSeconds),
})
