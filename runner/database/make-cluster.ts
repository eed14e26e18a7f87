import { randomBytes } from 'node:crypto'
import { access, chmod, chown, mkdir, mkdtemp, open, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Cluster, clusterFiles } from './cluster.ts'
import { findClusterOwner } from './cluster-owner.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { errorCode } from './error-code.ts'
import { initialise } from './initialise.ts'

/** The cluster in `dataDir`, made when there is none. Any number of processes may do this at once. */
export const makeCluster = async (dataDir: string, log: (line: string) => void): Promise<Cluster> => {
  const files = clusterFiles(await makeDataDir(dataDir))
  const cluster = { ...files, owner: await findClusterOwner(files.dir) }
  await removeLeftovers(cluster.dataDir)
  if (await isMade(cluster)) return cluster
  log(`Making a database in ${cluster.dir}`)
  await makeAside(cluster)
  return cluster
}

const isMade = ({ dir }: Cluster) =>
  access(join(dir, 'PG_VERSION')).then(
    () => true,
    () => false,
  )

const makeDataDir = async (dataDir: string): Promise<string> => {
  try {
    const made = await mkdir(dataDir, { recursive: true })
    // Nobody else looks in; but under root, PostgreSQL's own user must pass through.
    if (made !== undefined) await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
    return await realpath(dataDir)
  } catch (error) {
    throw new DatabaseUnavailable(`The data directory ${dataDir} cannot be made (${errorCode(error)}).`)
  }
}

// A folder of this name belongs to one process; the random half tells it from an earlier process of the same id.
const asidePrefix = 'postgres.new-'
const maker = `${process.pid}-${randomBytes(4).toString('hex')}`

/** Made in a folder aside and renamed into place when it is complete: a cluster is there whole or not at all. */
const makeAside = async (cluster: Cluster): Promise<void> => {
  const aside = await mkdtemp(join(cluster.dataDir, `${asidePrefix}${maker}-`))
  try {
    const dir = join(aside, basename(cluster.dir))
    const passwordFile = join(aside, basename(cluster.passwordFile))
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (cluster.owner) for (const path of [aside, passwordFile]) await chown(path, cluster.owner.uid, cluster.owner.gid)
    await initialise(cluster, dir, passwordFile)
    await rename(passwordFile, join(dir, basename(passwordFile)))
    await putInPlace(dir, cluster)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

const putInPlace = async (dir: string, cluster: Cluster): Promise<void> => {
  try {
    await rename(dir, cluster.dir)
    const parent = process.platform === 'win32' ? undefined : await open(cluster.dataDir)
    await parent?.sync()
    await parent?.close()
  } catch (error) {
    if (await isMade(cluster)) return // another process was faster: theirs stays
    throw new DatabaseUnavailable(
      `A database cannot be put into ${cluster.dir} (${errorCode(error)}): if something else is there, move it away.`,
    )
  }
}

/** Folders of processes that were killed on the way. */
const removeLeftovers = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(asidePrefix) || name.startsWith(asidePrefix + maker)) continue
    const pid = Number(name.slice(asidePrefix.length).split('-')[0])
    if (pid !== process.pid && isProcess(pid)) continue
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 2 }).catch(() => {})
  }
}

const isProcess = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
