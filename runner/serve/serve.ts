import { pino } from 'pino'
import type { Environment } from '../environment.ts'
import { type System, startSystem } from './start-system.ts'

/** Starts this process, says where it is, and stops it when it is asked to: at once at the second time. */
export const serve = async (options: {
  readonly environment: Environment
  readonly only: 'http' | 'worker' | undefined
}): Promise<void> => {
  const { environment, only } = options
  const log = pino({ level: environment.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
  let asked = 0
  let system: System | undefined
  const stop = async () => {
    asked += 1
    if (asked > 1) process.exit(1)
    const late = setTimeout(() => process.exit(1), 34_000)
    // Asked before everything runs: what has been started is stopped as soon as it does.
    if (system === undefined) return
    await system.stop()
    clearTimeout(late)
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  system = await startSystem({ environment, only, log })
  announce(system, only)
  if (asked > 0) {
    asked = 0
    await stop()
  }
}

const announce = ({ url, firstAccount, samplePath }: System, only: 'http' | 'worker' | undefined): void => {
  const lines = [
    only === 'worker' ? `Lectern works on jobs; its health is at ${url}/healthz` : `Lectern listens on ${url}`,
  ]
  if (firstAccount !== undefined) {
    lines.push(
      '',
      'This is a new installation. Its first account has an API key, shown this once:',
      '',
      `  ${firstAccount.key}`,
      '',
      ...(samplePath === undefined
        ? []
        : [`  curl -H 'Authorization: Bearer ${firstAccount.key}' ${url}${samplePath}`, '']),
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
