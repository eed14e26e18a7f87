/**
 * `npm test`: the checks, then the fast tests with coverage. `npm run test:long`: the long tests. `npm test -- FILE…`: these
 * files alone, without checks and coverage. The last line says how many assertions passed and failed.
 */
import { glob, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkCoverage } from './coverage.ts'
import { serverVariable } from './database.ts'
import { runFiles } from './files.ts'
import { startPostgres } from './postgres.ts'
import type { Totals } from './report.ts'
import { interruption, passSignalsOn, runStep } from './step.ts'

const fastTests = { jobs: availableParallelism(), timeoutSeconds: 120 }
/** One by one: they measure times. */
const longTests = { jobs: 1, timeoutSeconds: 1800 }

/** Variables that would lead a test to somebody's database or configuration. */
const foreignVariables = /^(PG.*|LECTERN_.*|DATABASE_URL|PORT|HOST|NODE_V8_COVERAGE)$/

const isLong = (file: string) => file.endsWith('.long.test.ts')

const runTests = async (
  files: readonly string[],
  isLive: boolean,
  variables: NodeJS.ProcessEnv = {},
): Promise<Totals> => {
  const postgres = await startPostgres()
  try {
    const own = Object.entries(process.env).filter(([name]) => !foreignVariables.test(name))
    const env = { ...Object.fromEntries(own), ...variables, [serverVariable]: postgres.url }
    return await runFiles(files, { env, isLive, ...(files.some(isLong) ? longTests : fastTests) })
  } finally {
    await postgres.stop()
  }
}

/** Everything that every change has to pass: a failed check, and too little coverage, count as a failure each. */
const runAll = async (files: readonly string[]): Promise<Totals> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-coverage-'))
  try {
    const { fault } = await runStep('test/check.ts', [])
    const totals = await runTests(files, false, { NODE_V8_COVERAGE: folder })
    const covered = await checkCoverage(folder)
    return { ...totals, failed: totals.failed + Number(fault !== undefined) + Number(!covered) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const choose = async (args: readonly string[]): Promise<Totals> => {
  const named = args.filter((arg) => arg !== '--long')
  if (named.length > 0) return runTests(named, true)
  const all = (await Array.fromAsync(glob('test/**/*.test.ts'))).sort()
  return args.includes('--long') ? runTests(all.filter(isLong), false) : runAll(all.filter((file) => !isLong(file)))
}

passSignalsOn()
const { passed, failed, skipped } = await choose(process.argv.slice(2))
const signal = interruption()
if (signal !== undefined) process.exit(128 + constants.signals[signal])
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1
