import type pg from 'pg'

/** Runs `work` in a transaction on a client that is in none: kept when it resolves and `ending` says so. */
export const inTransaction = async <A>(
  client: pg.ClientBase,
  ending: 'commit' | 'rollback',
  work: () => Promise<A>,
): Promise<A> => {
  await client.query('begin isolation level read committed')
  try {
    const answer = await work()
    await client.query(ending)
    return answer
  } catch (error) {
    // The first failure is the one to tell; a lost connection has rolled back by itself.
    await client.query('rollback').catch(() => {})
    throw error
  }
}
