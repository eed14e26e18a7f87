/** Something that must end in time. */
export interface Awaited {
  readonly until: number
  readonly onLate: () => void
  before: Awaited | null
  after: Awaited | null
}

/** Watches many short waits with one timer. */
export interface Deadlines {
  /** `onLate` runs once the time is over, unless `end` was called. */
  begin(onLate: () => void): Awaited
  /** false when it was late already. */
  end(awaited: Awaited): boolean
}

/**
 * One timer for all, late by at most a quarter of a second. 0 ms: no limit.
 *
 * What waits is kept in a list of its own links. A timer for each query would keep the query and its answer alive; so would
 * a Set, whose outgrown tables point to their successors: once one of them is old, all that follow survive with what they
 * hold until the next full collection. Either made the process twice as big under load.
 */
export const makeDeadlines = (limitMs: number): Deadlines => {
  const ends: Awaited = { until: 0, onLate: () => {}, before: null, after: null }
  ends.before = ends
  ends.after = ends
  let timer: NodeJS.Timeout | undefined
  const unlink = (awaited: Awaited): boolean => {
    const { before, after } = awaited
    if (before === null || after === null) return false
    before.after = after
    after.before = before
    awaited.before = null
    awaited.after = null
    return true
  }
  const look = () => {
    const now = Date.now()
    // In the order in which they began: what comes after began later.
    for (let first = ends.after; first !== null && first !== ends && first.until <= now; first = ends.after) {
      unlink(first)
      first.onLate()
    }
    if (ends.after !== ends) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    begin: (onLate) => {
      const awaited: Awaited = { until: Date.now() + limitMs, onLate, before: ends.before, after: ends }
      if (limitMs === 0) return awaited
      if (ends.before !== null) ends.before.after = awaited
      ends.before = awaited
      timer ??= setInterval(look, 250).unref()
      return awaited
    },
    end: (awaited) => limitMs === 0 || unlink(awaited),
  }
}
