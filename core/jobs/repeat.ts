import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import type { Log } from './log.ts'

/**
 * Runs a program again and again, `everyMs` after it has ended; the first time at once. A failure is logged, and the next
 * time comes nevertheless. Answers how to stop it, which resolves when a run under way has ended.
 */
export const repeat = <E>(what: string, everyMs: number, log: Log, program: Effect.Effect<void, E>) => {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let current = Promise.resolve()
  const once = async (): Promise<void> => {
    const exit = await Effect.runPromiseExit(program, { signal: stop.signal })
    if (stop.signal.aborted) return
    if (exit._tag === 'Failure') log('warn', { what, cause: Cause.pretty(exit.cause) }, 'it failed, and is tried again')
    timer = setTimeout(next, everyMs)
  }
  const next = (): void => {
    current = once()
  }
  next()
  return (): Promise<void> => {
    clearTimeout(timer)
    stop.abort()
    return current
  }
}
