import * as Effect from 'effect/Effect'
import { v7 } from 'uuid'
import type { ActParts, Emitted } from '../act/parts.ts'
import type { Model } from '../model.ts'
import type { Refusal } from '../refusal.ts'
import type { Sql } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'

const written = statement(
  'event.write',
  `insert into ${schemaNameOf('events')} (id, name, account_id, payload, created_at) values ($1, $2, $3, $4::jsonb, $5)`,
)

/** Runs a subscriber's program within the transaction of the event. */
export type Subscriber = (sql: Sql, event: Emitted & { readonly id: string }) => Effect.Effect<void, Refusal>

/**
 * Writes an event and what follows from it, in the transaction of the change that caused it: subscribers inside run at
 * once, the others are jobs. Made once from the Model: which subscriber hears which event is not asked again.
 */
export const makeEmit = (
  model: Model,
  subscribers: ReadonlyMap<string, Subscriber>,
  enqueue: ActParts['enqueue'],
): ActParts['emit'] => {
  const enabled = Object.values(model.subscriptions).filter(({ module }) => model.modules[module]?.enabled === true)
  const heardBy = new Map(
    Object.keys(model.events).map((event) => [
      event,
      enabled.filter((each) => each.event === event || each.event === '*'),
    ]),
  )
  return (sql, emitted) =>
    Effect.gen(function* () {
      const id = v7()
      const { event, accountId, payload, now } = emitted
      yield* sql.query(written, [id, event, accountId, JSON.stringify(payload), now])
      for (const { name, job } of heardBy.get(event) ?? []) {
        const subscriber = subscribers.get(name)
        if (job !== null) yield* enqueue(sql, job, accountId, payload)
        else if (subscriber !== undefined) yield* subscriber(sql, { ...emitted, id })
      }
    })
}
