import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { SystemUser } from './cluster.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { errorCode, errorMessage } from './error-code.ts'

const run = promisify(execFile)
const userName = 'postgres'

/**
 * Who runs PostgreSQL, which refuses to run as root: the owner of an existing cluster, else, for root, the system user
 * `postgres` (made if missing). Undefined: ourselves.
 */
export const findClusterOwner = async (dir: string): Promise<SystemUser | undefined> => {
  const self = process.getuid?.()
  if (self === undefined) return undefined // Windows
  const existing = await stat(dir).catch((error) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new DatabaseUnavailable(`The data directory ${dirname(dir)} cannot be read (${errorCode(error)}).`)
  })
  if (self === 0) {
    if (existing === undefined) return findPostgresUser()
    if (existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
    throw new DatabaseUnavailable(
      `The database in ${dir} belongs to root, and PostgreSQL refuses to run as root: give it to another user with "chown -R ${userName} ${dir}".`,
    )
  }
  if (existing !== undefined && existing.uid !== self)
    throw new DatabaseUnavailable(
      `The database in ${dir} belongs to the system user ${existing.uid}, and Lectern runs as ${self}: run it as the same user as before, or give it another LECTERN_DATA_DIR.`,
    )
  return undefined
}

const findPostgresUser = async (): Promise<SystemUser> => {
  try {
    return await lookUp()
  } catch {
    // Each may fail because another process has just made it; the last line decides.
    let failure = ''
    const note = (error: unknown) => {
      failure = errorMessage(error).trim()
    }
    await run('groupadd', ['--system', userName]).catch(note)
    await run('useradd', ['--system', '--gid', userName, '--no-create-home', '--shell', '/bin/false', userName]).catch(
      note,
    )
    return lookUp().catch(() => {
      throw new DatabaseUnavailable(
        `PostgreSQL refuses to run as root, and a system user "${userName}" cannot be made (${failure}): run Lectern as an ordinary user, or set DATABASE_URL.`,
      )
    })
  }
}

const lookUp = async (): Promise<SystemUser> => {
  const [uid, gid] = await Promise.all([run('id', ['-u', userName]), run('id', ['-g', userName])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/**
 * Why `owner` could not reach `paths`, if a folder above them is closed to it. Asked after a `failure`, not before:
 * access lists may allow what the mode does not show.
 */
export const explainClosedFolder = async (
  failure: string,
  paths: readonly string[],
  owner: SystemUser | undefined,
): Promise<DatabaseUnavailable | undefined> => {
  if (owner === undefined || !/Permission denied|EACCES/.test(failure)) return undefined
  const closed = (await Promise.all(paths.map((path) => findClosedFolder(path, owner)))).find(Boolean)
  return closed
    ? new DatabaseUnavailable(
        `Lectern runs as root, so PostgreSQL runs as the system user ${owner.uid}, which may not enter ${closed}: allow it with "chmod o+x ${closed}", or run Lectern as an ordinary user.`,
      )
    : undefined
}

const findClosedFolder = async (path: string, { uid, gid }: SystemUser): Promise<string | undefined> => {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const entry = await stat(folder)
    const enter = entry.uid === uid ? 0o100 : entry.gid === gid ? 0o010 : 0o001
    if ((entry.mode & enter) === 0) return folder
    if (folder === dirname(folder)) return undefined
  }
}
