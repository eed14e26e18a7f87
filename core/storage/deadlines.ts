/** Something that must end in time. */
export interface Awaited {
  readonly until: number
  readonly onLate: () => void
}

/** Watches many short waits with one timer. */
export interface Deadlines {
  /** `onLate` runs once the time is over, unless `end` was called. */
  begin(onLate: () => void): Awaited
  /** false when it was late already. */
  end(awaited: Awaited): boolean
}

/**
 * One timer for all: a timer for each query would keep the query and its answer alive, and make the young generation grow
 * to twice the memory of everything else. Late by at most a quarter of a second. 0 ms: no limit.
 */
export const makeDeadlines = (limitMs: number): Deadlines => {
  const open = new Set<Awaited>()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = Date.now()
    for (const awaited of open) {
      // In the order in which they began: what comes after began later.
      if (awaited.until > now) break
      open.delete(awaited)
      awaited.onLate()
    }
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    begin: (onLate) => {
      const awaited = { until: Date.now() + limitMs, onLate }
      if (limitMs === 0) return awaited
      open.add(awaited)
      timer ??= setInterval(look, 250).unref()
      return awaited
    },
    end: (awaited) => limitMs === 0 || open.delete(awaited),
  }
}
