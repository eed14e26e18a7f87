import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { hang } from './hang.ts'

export type Server = {
  readonly pid: number
  readonly port: number
  /** What it printed, its last 10,000 characters. */
  output(): string
  /** How it ended, if it did: an exit code or a signal. */
  ended(): number | NodeJS.Signals | null
  stop(): Promise<void>
}

/** A Node program that serves HTTP on loopback, on the PORT that it is told. */
export type Program = {
  /** The file and its arguments. */
  args: readonly string[]
  env: Readonly<Record<string, string>>
  /** The path that answers 200 when the server is ready. */
  readyPath: string
}

const readyWithinMs = 60_000
const stopWithinMs = 40_000
const pollMs = 10

/** Starts a program and waits until it is ready; it ends with `resources` at the latest. */
export const startServer = async (program: Program, resources: AsyncDisposableStack): Promise<Server> => {
  const port = await freePort()
  const env = { ...environment(), ...program.env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' }
  const make = () => spawn(process.execPath, program.args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const child = hang(resources, make, end)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
    })

  const deadline = Date.now() + readyWithinMs
  while (!(await answers(port, program.readyPath))) {
    if (endOf(child) !== null) throw new Error(`${program.args.join(' ')} ended:\n${output}`)
    if (Date.now() > deadline) throw new Error(`${program.args.join(' ')} is not ready:\n${output}`)
    await wait(pollMs)
  }
  if (child.pid === undefined) throw new Error(`${program.args.join(' ')} has no process.`)
  return { pid: child.pid, port, output: () => output, ended: () => endOf(child), stop: () => end(child) }
}

/** The environment without what would change how a server runs. */
export const environment = () => {
  const { NODE_OPTIONS, DATABASE_URL, ...rest } = process.env
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('LECTERN_')))
}

const answers = async (port: number, path: string): Promise<boolean> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

const endOf = (child: ChildProcess) => child.exitCode ?? child.signalCode

const end = async (child: ChildProcess): Promise<void> => {
  if (endOf(child) !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await ended
  clearTimeout(timer)
}
