import { collectDefaultMetrics, Registry } from 'prom-client'
import { makeDurations } from './durations.ts'

/** What this process tells Prometheus. */
export interface Metrics {
  onAnswered(operation: string, method: string, status: number, milliseconds: number): void
  text(): Promise<string>
}

/** A registry of its own for each server, so that two in one process don't meet. */
export const makeMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = makeDurations('lectern_http_request_duration_seconds', 'Time from a request to its answer.')
  return {
    onAnswered: (operation, method, status, milliseconds) => {
      durations.observe(operation === '' ? 'none' : operation, method, status, milliseconds / 1000)
    },
    text: async () => `${await registry.metrics()}${durations.text()}`,
  }
}
