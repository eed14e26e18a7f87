import { join } from 'node:path'

/** The files of one embedded database. "Cluster" is PostgreSQL's word for what one server serves. */
export interface Cluster {
  readonly dataDir: string
  readonly dir: string
  readonly passwordFile: string
  readonly logFile: string
  /** The system user that PostgreSQL runs as; absent when it is our own. */
  readonly owner: SystemUser | undefined
}

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

export const user = 'postgres'
export const database = 'lectern'

/** `dataDir`: absolute, without symbolic links, so that every process spells it alike. */
export const clusterFiles = (dataDir: string) => {
  const dir = join(dataDir, 'postgres')
  // The password lies inside, so that it appears, moves and goes together with the cluster it opens.
  return { dataDir, dir, passwordFile: join(dir, 'lectern.password'), logFile: join(dataDir, 'postgres.log') }
}
