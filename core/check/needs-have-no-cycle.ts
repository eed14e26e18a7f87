import { fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** No module needs itself by way of others. */
export const needsHaveNoCycle: Rule = ({ modules }) => {
  const needs = (name: string) => (Object.hasOwn(modules, name) ? (modules[name]?.needs ?? []) : [])
  const cycles = new Map<string, readonly string[]>()
  for (const name of Object.keys(modules).toSorted()) {
    const cycle = shortestWayBack(name, needs)
    if (cycle !== null) cycles.set(cycle.toSorted().join(), cycle)
  }
  return [...cycles.values()].map((cycle) => {
    const [first = ''] = cycle
    return fault(first, 'needs', `${[...cycle, first].join(' → ')}`, { expected: 'no cycle' })
  })
}

/** The modules on the way from this one back to it, beginning with the first in the alphabet. */
const shortestWayBack = (start: string, needs: (name: string) => readonly string[]): readonly string[] | null => {
  const seen = new Set<string>()
  let ways: readonly (readonly string[])[] = [[start]]
  while (ways.length > 0) {
    const longer: (readonly string[])[] = []
    for (const way of ways) {
      for (const next of needs(way.at(-1) ?? '').toSorted()) {
        // A module that needs itself is told of where that is written.
        if (next === start && way.length > 1) return fromTheFirst(way)
        if (next === start || seen.has(next)) continue
        seen.add(next)
        longer.push([...way, next])
      }
    }
    ways = longer
  }
  return null
}

const fromTheFirst = (cycle: readonly string[]): readonly string[] => {
  const index = cycle.indexOf(cycle.toSorted()[0] ?? '')
  return [...cycle.slice(index), ...cycle.slice(0, index)]
}
