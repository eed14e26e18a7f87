import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { hang } from './hang.ts'
import type { LoadRequest } from './load-request.ts'

/** Loads one server with as many requests as it answers: each connection sends the next when it has its answer. */
export type Measurement = {
  port: number
  serverPid: number
  postgresPid: number
  connections: number
  warmUpMs: number
  measureMs: number
  seed: number
  /** URL of the module that exports `requestSource`, and what that is called with. */
  source: string
  plan: unknown
}

export type Measured = {
  requests: number
  seconds: number
  serverCpuMs: number
  databaseCpuMs: number
  residentMiB: number
  /** The share of all processor time that went to neither server, database nor load generator: 0 on a quiet machine. */
  othersShare: number
  p50Ms: number
  p99Ms: number
  /** The warm-up's too. */
  kept: Kept[]
}

/** The body that answered a request that said `keepAnswer`, and whose key that was. */
export type Kept = { key: string; body: string }

/** Sends each request once. */
export type Sending = { port: number; connections: number; requests: readonly LoadRequest[] }

/** What the load generator's process is told, and what it answers. One job at a time. */
export type Job = ({ kind: 'measure' } & Measurement) | ({ kind: 'send' } & Sending)
export type Outcome =
  | { kind: 'measured'; measured: Measured }
  | { kind: 'sent'; kept: Kept[] }
  | { kind: 'failed'; message: string }

export type Load = {
  measure(measurement: Measurement): Promise<Measured>
  send(sending: Sending): Promise<Kept[]>
}

/** Starts the load generator's process; it ends with `resources`. */
export const startLoad = (resources: AsyncDisposableStack): Load => {
  const file = fileURLToPath(import.meta.resolve('./load-process.ts'))
  const child = hang(
    resources,
    () => fork(file),
    (made) => void made.kill(),
  )

  const run = (job: Job) =>
    new Promise<Outcome>((resolve, reject) => {
      const ended = () => reject(new Error('The load generator ended.'))
      child.once('exit', ended)
      child.once('message', (outcome: Outcome) => {
        child.off('exit', ended)
        if (outcome.kind === 'failed') reject(new Error(outcome.message))
        else resolve(outcome)
      })
      child.send(job)
    })

  return {
    measure: async (measurement) => {
      const outcome = await run({ kind: 'measure', ...measurement })
      if (outcome.kind !== 'measured') throw new Error(`The load generator answered ${outcome.kind}.`)
      return outcome.measured
    },
    send: async (sending) => {
      const outcome = await run({ kind: 'send', ...sending })
      if (outcome.kind !== 'sent') throw new Error(`The load generator answered ${outcome.kind}.`)
      return outcome.kept
    },
  }
}
