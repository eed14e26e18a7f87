import * as Effect from 'effect/Effect'
import type { ExtensionPoint, Job, Json, Services } from '#definitions'
import type { ActParts } from '../act/parts.ts'
import { toMilliseconds } from '../duration.ts'
import { addWork } from '../jobs/add-work.ts'
import type { ContributionsTo } from './contributions.ts'
import { type Follow, makeStore, orDefect, type Within } from './store.ts'
import type { StoreStatements } from './store-statements.ts'

/** What behaviours are run with, made once. */
export interface ServiceParts {
  readonly emit: ActParts['emit']
  readonly statementsOf: (name: string) => StoreStatements
  /** The settings of a module, defaults filled. */
  readonly settingsOf: (module: string) => { readonly [name: string]: Json }
  readonly contributionsTo: ContributionsTo
}

/** What one run of a behaviour is given, within one transaction and for one account. */
export const makeServices = (parts: ServiceParts, within: Within & { readonly module: string }): Services => {
  const { sql, accountId, now, module } = within
  const follow: Follow = ({ event, job = null }, id) =>
    orDefect(
      Effect.gen(function* () {
        if (event !== null) yield* parts.emit(sql, { event, accountId, payload: { id }, now })
        if (job !== null) yield* addWork(sql, [{ job, accountId, payload: { id } }])
      }),
    )
  return {
    // The definitions type each contribution from its extension point; `check` has seen that its data fits.
    contributions: (point: ExtensionPoint) => parts.contributionsTo(point.name) as never,
    store: makeStore(within, parts.statementsOf, follow),
    now,
    settings: parts.settingsOf(module),
    emit: (event, payload) =>
      orDefect(parts.emit(sql, { event: event.name, accountId, payload: toJson(payload), now })),
    enqueue: (job: Job, payload: object, options) => {
      const afterMs = options?.after === undefined ? 0 : (toMilliseconds(options.after) ?? 0)
      return orDefect(
        Effect.map(addWork(sql, [{ job: job.name, accountId, payload: toJson(payload), afterMs }]), ([id]) => id ?? ''),
      )
    },
  }
}

/** A typed payload as the plain data that it is. */
const toJson = (payload: object): { readonly [name: string]: Json } => JSON.parse(JSON.stringify(payload))
