/**
 * Session advisory locks of the embedded database, as arguments of `pg_advisory_lock(int, int)`. PostgreSQL drops them
 * with the connection, so a killed process leaves none behind. Locks of one number never meet these.
 */
const space = 0x4c656374 // "Lect"

export const locks = {
  /** Shared by everyone who uses the server; whoever gets it exclusively is the last one, and may stop it. */
  use: [space, 0],
  http: [space, 1],
  worker: [space, 2],
} as const

export type Lock = (typeof locks)[keyof typeof locks]
