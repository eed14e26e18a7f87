import pg from 'pg'

/**
 * SQLSTATE classes that speak of the statement or of the rows: not supported, wrong value, broken constraint, others depend
 * on it, no such thing. Anything else (connection lost, deadlock, disk full) is no objection but a failure.
 */
const classes = /^(0A|22|23|2B|42)/

export type Tried<A> = { readonly answer: A } | { readonly objection: string }

/** Runs `work` within a savepoint. What PostgreSQL objects to is undone and answered in its words; a failure is thrown. */
export const tried = async <A>(client: pg.ClientBase, work: () => Promise<A>): Promise<Tried<A>> => {
  await client.query('savepoint tried')
  try {
    const answer = await work()
    await client.query('release savepoint tried')
    return { answer }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !classes.test(error.code ?? '')) throw error
    await client.query('rollback to savepoint tried')
    return { objection: [error.message, error.detail].filter((text) => text !== undefined).join(': ') }
  }
}
