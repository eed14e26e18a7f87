import type pg from 'pg'
import { awaitHeard } from '#core/identity/await-heard.ts'
import type { Forgotten } from '#core/identity/revocation.ts'
import { Refused } from '../refused.ts'

/** Waits until no process remembers what has just been changed. */
export const makeHeard = async (connection: pg.ClientConfig, forgotten: Forgotten): Promise<void> => {
  const { unheard } = await awaitHeard(connection, forgotten)
  if (unheard === 0) return
  throw new Refused([
    `The change is made, but ${unheard} running ${unheard === 1 ? 'process has' : 'processes have'} not confirmed it, and the database does not let us disconnect another user's processes: restart them.`,
  ])
}
