import { execFile } from 'node:child_process'
import { parse } from 'node:path'
import { promisify } from 'node:util'
import { type Cluster, user } from './cluster.ts'
import { explainClosedFolder } from './cluster-owner.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { errorMessage } from './error-code.ts'
import { findPostgresPrograms } from './postgres-programs.ts'
import { serverEnvironment } from './server-environment.ts'

// pg_trgm takes its idea of a letter from lc-ctype: with plain C it sees none in Japanese or Chinese.
const ctypes: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' }
// Every machine sorts alike, and `lower('É')` works.
const initdbFlags = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  `--lc-ctype=${ctypes[process.platform] ?? 'C'}`,
  '--auth=scram-sha-256',
  `--username=${user}`,
  '--no-instructions',
]

/** Runs initdb: makes a cluster in `dir`, whose superuser has the password in `passwordFile`. */
export const initialise = async (cluster: Cluster, dir: string, passwordFile: string): Promise<void> => {
  const { initdb } = await findPostgresPrograms()
  const args = [`--pgdata=${dir}`, `--pwfile=${passwordFile}`, ...initdbFlags]
  const options = { ...cluster.owner, cwd: parse(dir).root, env: serverEnvironment() }
  try {
    await promisify(execFile)(initdb, args, options)
  } catch (error) {
    throw (
      (await explainClosedFolder(errorMessage(error), [dir, initdb], cluster.owner)) ??
      new DatabaseUnavailable(`A database cannot be made in ${cluster.dataDir}: ${lastLine(error)}.`)
    )
  }
}

const lastLine = (error: unknown): string => {
  const lines = errorMessage(error)
    .split('\n')
    .filter((line) => line.includes('error:') || line.includes('FATAL'))
  return (lines.at(-1) ?? errorMessage(error)).trim()
}
