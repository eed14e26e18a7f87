import * as Effect from 'effect/Effect'
import type { Readiness } from '#core/http/service-paths.ts'
import type { Worker } from '#core/jobs/start-worker.ts'
import type { Database } from '#core/storage/database.ts'
import { statement } from '#core/storage/statement.ts'

const ping = statement('ready', 'select 1')

/** Whether this process can do its work: the database answers, the schema was brought, the worker runs. */
export const makeReadiness = (
  database: Database,
  worker: Worker | undefined,
): { readonly check: Readiness; readonly stop: () => void } => {
  let isStopping = false
  return {
    stop: () => {
      isStopping = true
    },
    check: () => {
      const answers = database.query(ping, []).pipe(
        Effect.as(true),
        Effect.timeout('2 seconds'),
        Effect.catchCause(() => Effect.succeed(false)),
      )
      return Effect.runPromise(
        Effect.map(answers, (isThere) => [
          ...(isStopping ? ['the process is stopping'] : []),
          ...(isThere ? [] : ['the database does not answer']),
          ...(worker === undefined || worker.isRunning() ? [] : ['the worker does not run']),
        ]),
      )
    },
  }
}
