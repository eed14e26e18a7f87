import { fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** Node's timers hold 2^31 - 1 ms; a longer one would end at once. Source: its documentation, "setTimeout". */
const maxTimeoutMs = 24 * 86_400_000

/** An attempt of a job ends within what a timer can measure. */
export const timeoutFitsATimer: Rule = (model) =>
  Object.values(model.jobs).flatMap(({ module, name, timeoutMs }) =>
    timeoutMs <= maxTimeoutMs
      ? []
      : [fault(module, `${name}.timeout`, 'longer than a timer runs', { expected: 'at most `24d`' })],
  )
