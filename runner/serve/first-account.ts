import * as Effect from 'effect/Effect'
import { createAccount, createKey, hasAccounts } from '#core/identity/accounts.ts'
import type { Database } from '#core/storage/database.ts'
import type { Configuration } from '../configuration/configuration.ts'

export interface FirstAccount {
  readonly id: string
  readonly key: string
}

/** On an empty database: an account and a key with every scope, so that a newcomer can ask at once. */
export const makeFirstAccount = (
  database: Database,
  { plan, defaultPlan }: Configuration,
): Promise<FirstAccount | undefined> =>
  Effect.runPromise(
    database.transaction((sql) =>
      Effect.gen(function* () {
        if (yield* hasAccounts(sql)) return undefined
        const account = yield* createAccount(sql, {
          name: 'First account',
          email: 'first@lectern.invalid',
          plan: defaultPlan,
          features: {},
        })
        const { key } = yield* createKey(sql, {
          accountId: account.id,
          name: 'First key',
          scopes: [...plan.scopes],
          expiresAt: null,
        })
        return { id: account.id, key }
      }),
    ),
  )
