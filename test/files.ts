/**
 * Runs test files, each in a Node of its own. tap is their library, not their runner: its command puts a module loader into
 * every process below it, the servers under test too, which doubles their start and costs 80 MB each.
 */
import { FileReport, type Totals } from './report.ts'
import { runStep } from './step.ts'

export type FileOptions = {
  readonly env: NodeJS.ProcessEnv
  /** How many files run at once. */
  readonly jobs: number
  /** For a whole file. */
  readonly timeoutSeconds: number
  /** Show at once what tests print; else only what a failed file printed. */
  readonly isLive: boolean
}

const slowMs = 10_000
/** tap itself ends a test at its timeout, and can say which; a process that no longer answers is killed later. */
const graceSeconds = 15

export const runFiles = async (files: readonly string[], options: FileOptions): Promise<Totals> => {
  const waiting = [...files]
  let sum: Totals = { passed: 0, failed: 0, skipped: 0 }
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { passed, failed, skipped } = await runFile(file, options)
      sum = { passed: sum.passed + passed, failed: sum.failed + failed, skipped: sum.skipped + skipped }
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
  return sum
}

const runFile = async (file: string, { env, timeoutSeconds, isLive }: FileOptions): Promise<Totals> => {
  const printed: string[] = []
  const onPrinted = (line: string) => (isLive ? console.log(line) : void printed.push(line))
  const report = new FileReport(file, onPrinted)
  const { fault, durationMs } = await runStep(file, [], {
    env: { ...env, TAP_TIMEOUT: String(timeoutSeconds) },
    timeoutMs: (timeoutSeconds + graceSeconds) * 1000,
    onLine: (line, from) => (from === 'stdout' ? report.read(line) : onPrinted(line)),
  })
  const totals = report.end({ fault })
  if (totals.failed > 0) console.log([...printed, ...report.failures].join('\n'))
  if (durationMs > slowMs) console.log(`${file}: ${Math.round(durationMs / 1000)} s`)
  return totals
}
