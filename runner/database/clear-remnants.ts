import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { runsCluster } from './postmaster.ts'

const oldMs = 2_000

/**
 * Removes what a crash can leave that PostgreSQL won't pass: a pid file without content, which a living server fills
 * at once, and a socket's lock with the id of a dead server, if that id looks alive. Never postmaster.pid itself
 * where it names a process: it is also PostgreSQL's guard against a second server beside the children of a killed one.
 */
export const clearRemnants = async ({ dir }: Cluster): Promise<void> => {
  const pidFile = join(dir, 'postmaster.pid')
  const found = await stat(pidFile).catch(() => undefined)
  if (found?.size === 0 && Date.now() - found.mtimeMs > oldMs) await rm(pidFile, { force: true })

  for (const name of await readdir(dir)) {
    if (!/^\.s\.PGSQL\.\d+\.lock$/.test(name)) continue
    const pid = Number.parseInt(await readFile(join(dir, name), 'utf8').catch(() => ''), 10)
    if (!(await runsCluster(pid, dir))) await rm(join(dir, name), { force: true })
  }
}
