import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** What this process tells Prometheus. */
export interface Metrics {
  onAnswered(operation: string, method: string, status: number, milliseconds: number): void
  text(): Promise<string>
  readonly registry: Registry
}

/** A registry of its own for each server, so that two in one process don't meet. */
export const makeMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['operation', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return {
    registry,
    onAnswered: (operation, method, status, milliseconds) =>
      duration.observe({ operation: operation === '' ? 'none' : operation, method, status }, milliseconds / 1000),
    text: () => registry.metrics(),
  }
}
