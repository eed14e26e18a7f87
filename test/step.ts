/** The child processes that a test run consists of: tools and test files. Each leads a process group, which ends with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type StepOptions = {
  readonly env?: NodeJS.ProcessEnv
  /** Takes the lines of both outputs; without it they are shown as they come. */
  readonly onLine?: (line: string, from: 'stdout' | 'stderr') => void
  /** After this time the step is killed, with all that it started. */
  readonly timeoutMs?: number
}

/** `fault` says how the step ended when it did not end well: `exit code 1`, `SIGSEGV`, `no end after 135 s`. */
export type StepResult = { readonly fault: string | undefined; readonly durationMs: number }

const running = new Set<ChildProcess>()
let interruptedBy: NodeJS.Signals | undefined
const killAfterMs = 5000

/** Passes Ctrl-C and its like on to all running steps, so that the caller gets its turn to clean up. */
export const passSignalsOn = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interruptedBy = signal
      endRunning(signal)
      setTimeout(endRunning, killAfterMs, 'SIGKILL').unref()
    })
  }
}

/** The signal by which the run was asked to end, if it was. From then on no step is started. */
export const interruption = (): NodeJS.Signals | undefined => interruptedBy

/** `script`: a JavaScript or TypeScript file, run by the Node that runs this. */
export const runStep = async (
  script: string,
  args: readonly string[],
  { env = process.env, onLine, timeoutMs }: StepOptions = {},
): Promise<StepResult> => {
  if (interruptedBy !== undefined) return { fault: interruptedBy, durationMs: 0 }
  const start = performance.now()
  const output = onLine ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', output, output], detached: true })
  running.add(child)
  let isLate = false
  const kill = () => {
    isLate = true
    endGroup(child, 'SIGKILL')
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(kill, timeoutMs)
  const outputs = (['stdout', 'stderr'] as const).map(async (name) => {
    const input = child[name]
    if (input)
      await once(
        createInterface({ input }).on('line', (line) => onLine?.(line, name)),
        'close',
      )
  })
  const [code, signal] = await once(child, 'exit')
  clearTimeout(timer)
  running.delete(child)
  endGroup(child, 'SIGKILL') // what the step left behind would also hold its output open
  await Promise.all(outputs)
  const durationMs = performance.now() - start
  if (isLate) return { fault: `no end after ${Math.round(durationMs / 1000)} s`, durationMs }
  return { fault: code === 0 ? undefined : (signal ?? `exit code ${code}`), durationMs }
}

const endRunning = (signal: NodeJS.Signals) => {
  for (const child of running) endGroup(child, signal)
}

const endGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals) => {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Nobody of the group is left.
  }
}
