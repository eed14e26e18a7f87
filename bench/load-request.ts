import type { Random } from './random.ts'

export type LoadRequest = {
  method: string
  path: string
  key: string
  body?: unknown
  /** The status that makes the answer a right one; any other ends the measurement. */
  status: number
  /** Whether the body of the answer is handed back. */
  keepAnswer?: boolean
}

/**
 * Makes requests in the load generator's process. A module exports it as `requestSource`; `plan` is data, because it
 * travels there. The function it returns is called with 0, 1, 2 …
 */
export type RequestSource<Plan> = (plan: Plan, random: Random) => (number: number) => LoadRequest
