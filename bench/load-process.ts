/** The load generator: a process of its own, so that making requests takes no time from whoever counts them. */
import { Connection } from './connection.ts'
import type { Job, Kept, Measured, Measurement, Outcome, Sending } from './load.ts'
import type { LoadRequest, RequestSource } from './load-request.ts'
import { seeded } from './random.ts'
import { percentile } from './statistics.ts'
import { cpuMs, cpuMsBetween, cpuMsOfChildren, machineCpuMs, residentMiB } from './usage.ts'

process.on('message', async (job: Job) => {
  const outcome = await run(job).catch(
    (error: unknown): Outcome => ({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
  process.send?.(outcome)
})
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined) // Ctrl-C reaches the whole group; the parent ends it

const run = async (job: Job): Promise<Outcome> =>
  job.kind === 'measure'
    ? { kind: 'measured', measured: await measure(job) }
    : { kind: 'sent', kept: await sendAll(job) }

const measure = async (job: Measurement): Promise<Measured> => {
  const { requestSource }: { requestSource: RequestSource<unknown> } = await import(job.source)
  const next = requestSource(job.plan, seeded(job.seed))
  const latencies: number[] = []
  const kept: Kept[] = []
  let number = 0
  let counting = false
  let stopped = false

  const load = async (connection: Connection) => {
    while (!stopped) {
      const request = next(number++)
      const startedAt = performance.now()
      const { body } = await sendRight(connection, request)
      if (counting) latencies.push(performance.now() - startedAt)
      if (request.keepAnswer) kept.push({ key: request.key, body })
    }
  }

  return await withConnections(job.port, job.connections, async (connections) => {
    const loops = Promise.all(connections.map(load))
    const watch = async () => {
      await wait(job.warmUpMs)
      const before = readUsage(job)
      counting = true
      await wait(job.measureMs)
      counting = false
      const usage = usageSince(before, job)
      stopped = true
      return usage
    }
    try {
      const [usage] = await Promise.all([watch(), loops])
      latencies.sort((a, b) => a - b)
      return {
        ...usage,
        requests: latencies.length,
        p50Ms: percentile(latencies, 0.5),
        p99Ms: percentile(latencies, 0.99),
        kept,
      }
    } finally {
      stopped = true
    }
  })
}

const readUsage = ({ serverPid, postgresPid }: Measurement) => ({
  at: performance.now(),
  server: cpuMs(serverPid),
  database: cpuMsOfChildren(postgresPid),
  own: process.cpuUsage(),
  machine: machineCpuMs(),
})

const usageSince = (before: ReturnType<typeof readUsage>, job: Measurement) => {
  const after = readUsage(job)
  const serverCpuMs = after.server - before.server
  const databaseCpuMs = cpuMsBetween(before.database, after.database)
  const own = process.cpuUsage(before.own)
  const others = after.machine.used - before.machine.used - serverCpuMs - databaseCpuMs - (own.user + own.system) / 1000
  return {
    seconds: (after.at - before.at) / 1000,
    serverCpuMs,
    databaseCpuMs,
    residentMiB: residentMiB(job.serverPid),
    othersShare: Math.max(0, others) / (after.machine.all - before.machine.all),
  }
}

const sendAll = async ({ port, connections, requests }: Sending): Promise<Kept[]> => {
  const kept: Kept[] = []
  let number = 0
  const sendSome = async (connection: Connection) => {
    for (let request = requests[number++]; request !== undefined; request = requests[number++]) {
      const { body } = await sendRight(connection, request)
      if (request.keepAnswer) kept.push({ key: request.key, body })
    }
  }
  await withConnections(port, connections, (open) => Promise.all(open.map(sendSome)))
  return kept
}

const sendRight = async (connection: Connection, request: LoadRequest) => {
  const answer = await connection.send(request)
  if (answer.status === request.status) return answer
  throw new Error(`${request.method} ${request.path} answered ${answer.status}: ${answer.body.slice(0, 500)}`)
}

const withConnections = async <A>(port: number, count: number, use: (open: Connection[]) => Promise<A>): Promise<A> => {
  const open = await Promise.all(Array.from({ length: count }, () => Connection.open(port)))
  try {
    return await use(open)
  } finally {
    for (const connection of open) connection.close()
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
