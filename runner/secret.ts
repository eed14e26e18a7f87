import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { keepFingerprint } from '#core/identity/fingerprint.ts'
import type { Database } from '#core/storage/database.ts'
import { errorCode } from './database/error-code.ts'
import type { Environment } from './environment.ts'
import { Refused } from './refused.ts'

/** Where the secret is kept when LECTERN_SECRET doesn't say it. */
export const secretFile = (dataDir: string): string => join(dataDir, 'secret')

/** LECTERN_SECRET, or the one in the data directory, made when there is none. Rejects with `Refused`. */
export const loadSecret = async ({ secret, dataDir }: Pick<Environment, 'secret' | 'dataDir'>): Promise<string> =>
  secret ?? (await readSecret(dataDir)) ?? (await makeSecret(dataDir))

/** The kept secret; undefined when there is none yet. */
export const readSecret = async (dataDir: string): Promise<string | undefined> => {
  const file = secretFile(dataDir)
  const text = await readFile(file, 'utf8').catch((error) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new Refused([`The secret in ${file} can't be read (${errorCode(error)}): is it another user's?`])
  })
  const secret = text?.trim()
  if (secret !== undefined && secret.length < 16)
    throw new Refused([`The file ${file} holds no secret: bring back the one that was there, or delete it.`])
  return secret
}

/** Whole or not at all, and the same for two processes that start at once: a link is made once, the slower one reads it. */
const makeSecret = async (dataDir: string): Promise<string> => {
  const aside = join(dataDir, `secret.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await makeDataDir(dataDir)
    const file = await open(aside, 'wx', 0o600)
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
    await file.sync()
    await file.close()
    await link(aside, secretFile(dataDir)).catch((error) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  } catch (error) {
    throw new Refused([
      `A secret can't be kept in the data directory ${dataDir} (${errorCode(error)}): make it writable, or set LECTERN_SECRET.`,
    ])
  } finally {
    await rm(aside, { force: true }).catch(() => {})
  }
  const made = await readSecret(dataDir)
  if (made === undefined) throw new Refused([`The file ${secretFile(dataDir)} leads nowhere: delete it.`])
  return made
}

const makeDataDir = async (dataDir: string): Promise<void> => {
  const made = await mkdir(dataDir, { recursive: true })
  // Nobody else looks in; but under root, PostgreSQL's own user must pass through.
  if (made !== undefined) await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/** Refuses a database that another secret was first used with: its tokens and what it keeps encrypted could not be read. */
export const checkFingerprint = async (database: Database, secret: string): Promise<void> => {
  if (await Effect.runPromise(keepFingerprint(database, secret))) return
  throw new Refused([
    'This database belongs to another secret: set LECTERN_SECRET to the one that it was first started with (when it was not set then, it is in the file "secret" of that data directory). What is encrypted with it can\'t be read with any other.',
  ])
}
