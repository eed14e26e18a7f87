/** A histogram of durations by operation, method and status, for Prometheus. */
export interface Durations {
  observe(operation: string, method: string, status: number, seconds: number): void
  /** In Prometheus' text format, version 0.0.4. */
  text(): string
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Series {
  readonly labels: string
  /** One for each bound and one for what is above all of them; not yet added up. */
  readonly counts: number[]
  sum: number
}

/**
 * Counts are kept in plain arrays and written out when they are asked for: a general histogram sorts and joins its labels
 * anew for each observation, which is a tenth of the work of a short request.
 */
export const makeDurations = (name: string, help: string): Durations => {
  const byOperation = new Map<string, Map<string, Map<number, Series>>>()
  const find = (operation: string, method: string, status: number): Series => {
    const byMethod = kept(byOperation, operation, () => new Map<string, Map<number, Series>>())
    const byStatus = kept(byMethod, method, () => new Map<number, Series>())
    return kept(byStatus, status, () => ({
      labels: `operation="${operation}",method="${method}",status="${status}"`,
      counts: bounds.map(() => 0).concat(0),
      sum: 0,
    }))
  }
  return {
    observe: (operation, method, status, seconds) => {
      const series = find(operation, method, status)
      let bucket = 0
      while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
      series.sum += seconds
    },
    text: () => {
      const series = [...byOperation.values()]
        .flatMap((byMethod) => [...byMethod.values()])
        .flatMap((byStatus) => [...byStatus.values()])
      return [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} histogram`,
        ...series.flatMap((each) => toLines(name, each)),
        '',
      ].join('\n')
    },
  }
}

const kept = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

const toLines = (name: string, { labels, counts, sum }: Series): readonly string[] => {
  let total = 0
  const buckets = counts.map((count, bucket) => {
    total += count
    return `${name}_bucket{le="${bounds[bucket] ?? '+Inf'}",${labels}} ${total}`
  })
  return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`]
}
