import * as Effect from 'effect/Effect'
import type { Behaviour, Json, SubscriptionContext } from '#definitions'
import { makeCursors } from '../act/cursor.ts'
import type { ActParts } from '../act/parts.ts'
import type { Principal } from '../identity/principal.ts'
import { addWork } from '../jobs/add-work.ts'
import type { ModelSubscription } from '../model.ts'
import type { Plan } from '../plan.ts'
import { contributionsOf } from './contributions.ts'
import { makeEmit, type Subscriber } from './emit.ts'
import { makeServices, type ServiceParts } from './services.ts'
import { makeStatementsOf, restoreRefusal } from './store.ts'

export interface Configured {
  readonly settingsOf: (module: string) => { readonly [name: string]: Json }
  readonly limitOf: (plan: string, quota: string) => number | null
  readonly upgradeUrlOf: (plan: string) => string | null
}

/** What acts, jobs and subscribers are made from: the Plan and the configuration, tied together once. */
export const makeParts = (plan: Plan, configured: Configured, secret: string): ActParts & ServiceParts => {
  const enqueue: ActParts['enqueue'] = (sql, job, accountId, payload) =>
    Effect.asVoid(addWork(sql, [{ job, accountId, payload }]))
  const subscribers = new Map<string, Subscriber>()
  const emit = makeEmit(plan.model, subscribers, enqueue)
  const parts: ActParts & ServiceParts = {
    model: plan.model,
    emit,
    enqueue,
    limitOf: (principal: Principal, quota) => configured.limitOf(principal.account.plan, quota),
    upgradeUrlOf: (principal) => configured.upgradeUrlOf(principal.account.plan),
    cursors: makeCursors(secret),
    statementsOf: makeStatementsOf(plan.model),
    contributionsTo: contributionsOf(plan),
    settingsOf: configured.settingsOf,
  }
  // A subscriber may emit in its turn, so they are filled in last.
  for (const subscription of Object.values(plan.model.subscriptions)) {
    const behaviour = plan.behaviours[`subscription ${subscription.name}`]
    if (behaviour !== undefined) subscribers.set(subscription.name, subscriber(subscription, behaviour, parts))
  }
  return parts
}

const subscriber =
  ({ module }: ModelSubscription, { program }: Behaviour, parts: ServiceParts): Subscriber =>
  (sql, { event, id, payload, accountId, now }) => {
    const context: SubscriptionContext = {
      ...makeServices(parts, { sql, accountId, now, module }),
      event: { name: event, id, payload },
    }
    // `behaviour` has typed the program as one of a subscription.
    const run = program as unknown as (given: SubscriptionContext) => Effect.Effect<void>
    return restoreRefusal(run(context))
  }
