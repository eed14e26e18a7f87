import * as Effect from 'effect/Effect'
import { behaviour, defineEvent, defineJob, defineSubscription } from '#definitions'
import { loan } from './loan.ts'

export const loanOverdue = defineEvent({
  name: 'loan.overdue',
  doc: 'A book should have been back.',
  payload: { id: { ref: 'loan' } },
})

export const remindOnOverdue = defineSubscription({
  name: 'remind-on-overdue',
  doc: 'Whoever is late is reminded, after the answer.',
  event: 'loan.overdue',
  job: 'remind-reader',
})

export const remindReader = defineJob({
  name: 'remind-reader',
  doc: 'Reminds a reader of a book that should be back.',
  payload: { id: { ref: 'loan' } },
  retry: ['1s'],
})

export const remindReaderProgram = behaviour(remindReader, ({ payload, within, finish, fail }) =>
  Effect.gen(function* () {
    const late = yield* within(({ store }) => store.find(loan, payload.id))
    if (late === undefined) return yield* fail('The loan is gone.', { permanent: true })
    // Here the reader would be written to, while no connection to the database is held.
    yield* finish(({ store, now }) => Effect.asVoid(store.update(loan, late.id, { reminded_at: now })))
  }),
)
