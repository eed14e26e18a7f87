import { constants } from 'node:fs'
import { access, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { errorCode } from '../database/error-code.ts'
import type { Environment } from '../environment.ts'
import { Refused } from '../refused.ts'
import { readSecret, secretFile } from '../secret.ts'
import { type Finding, well, wrong } from './finding.ts'

const oldestNode = 24

export const examineNode = (version: string): Finding =>
  Number.parseInt(version, 10) >= oldestNode
    ? well('node', `Node ${version} runs this.`)
    : wrong('node', `Node ${version} runs this.`, `Use Node ${oldestNode} or later: npm run -s lectern brings its own.`)

export const examineDataDir = async ({ dataDir }: Environment): Promise<Finding> => {
  const name = 'data directory'
  const made = await stat(dataDir).catch(() => undefined)
  if (made !== undefined && !made.isDirectory())
    return wrong(name, `${dataDir} is no directory.`, 'Move it away, or set LECTERN_DATA_DIR.')
  try {
    if (made === undefined) await access(await findParent(dataDir), constants.W_OK | constants.X_OK)
    else {
      const file = join(dataDir, `.doctor-${process.pid}`)
      await writeFile(file, '')
      await rm(file)
    }
    return well(
      name,
      made === undefined ? `${dataDir} is not there yet and can be made.` : `${dataDir} can be written to.`,
    )
  } catch (error) {
    return wrong(
      name,
      `${dataDir} can't be written to (${errorCode(error)}).`,
      'Give it to the user that runs Lectern, or set LECTERN_DATA_DIR.',
    )
  }
}

const findParent = async (path: string): Promise<string> => {
  const parent = dirname(path)
  const isThere = await access(parent).then(
    () => true,
    () => false,
  )
  return isThere || parent === dirname(parent) ? parent : findParent(parent)
}

/** The secret as it would be used; one that is still to be made is no fault. */
export const examineSecret = async ({ secret, dataDir }: Environment): Promise<Finding> => {
  if (secret !== undefined) return well('secret', 'LECTERN_SECRET is set.')
  const file = secretFile(dataDir)
  try {
    if ((await readSecret(dataDir)) === undefined) return well('secret', 'There is none yet: the first start makes it.')
    const { mode } = await stat(file)
    return process.platform !== 'win32' && (mode & 0o077) !== 0
      ? wrong('secret', `Others can read ${file}.`, `Run: chmod 600 ${file}`)
      : well('secret', `It is kept in ${file}.`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return wrong(
      'secret',
      error.sentences.join(' '),
      'Give the file to the user that runs Lectern, or set LECTERN_SECRET.',
    )
  }
}

export const examinePort = async ({ host, port }: Environment): Promise<Finding> => {
  const code = await tryToListen(host, port)
  if (code === undefined) return well('port', port === 0 ? 'A free one is taken.' : `${port} on ${host} is free.`)
  if (code === 'EADDRINUSE' && (await isLectern(host, port)))
    return well('port', `A server answers on ${port} of ${host}.`)
  return code === 'EADDRINUSE'
    ? wrong('port', `${port} on ${host} is taken.`, 'Stop what listens there, or set PORT to another one.')
    : wrong('port', `${port} on ${host} can't be listened on (${code}).`, 'Set PORT and HOST to what this machine has.')
}

const tryToListen = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(errorCode(error) ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })

const isLectern = async (host: string, port: number): Promise<boolean> => {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  try {
    const answer = await fetch(`http://${address}:${port}/healthz`, { signal: AbortSignal.timeout(2_000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
