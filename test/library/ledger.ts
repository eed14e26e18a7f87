import * as Effect from 'effect/Effect'
import { behaviour, defineResource, defineSubscription } from '#definitions'

/** Without a path: it has no routes, and is read and written by behaviours alone. */
export const entry = defineResource({
  name: 'ledger-entry',
  plural: 'ledger-entries',
  doc: 'A line of the ledger: what happened to which loan or book.',
  fields: {
    what: { type: 'string', maxLength: 100 },
    subject_id: { type: 'string', format: 'uuid' },
  },
  indexes: { of_subject: ['account_id', 'subject_id'] },
})

export const keepEntry = defineSubscription({
  name: 'keep-entry',
  doc: 'Whatever happens is kept in the ledger, or does not happen.',
  event: '*',
})

export const keepEntryProgram = behaviour(keepEntry, ({ store, event: { name, payload } }) =>
  Effect.asVoid(store.insert(entry, { what: name, subject_id: String(payload.id) })),
)
