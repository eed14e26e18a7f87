import * as Effect from 'effect/Effect'
import { behaviour, defineEvent, defineJob, defineSubscription } from '#definitions'
import { loan } from './loan.ts'

export const loanReturned = defineEvent({
  name: 'loan.returned',
  doc: 'A book came back.',
  payload: { id: { ref: 'loan' } },
})

export const announceReturn = defineJob({
  name: 'announce-return',
  doc: 'Tells those who wait that the book is back.',
  payload: { id: { ref: 'loan' } },
  timeout: '10s',
  retry: ['1s', '10s'],
})

/** When it was told is written in the transaction that ends the work: nobody is told twice. */
export const announceReturnProgram = behaviour(announceReturn, ({ payload, finish }) =>
  finish(({ store, now }) => Effect.asVoid(store.update(loan, payload.id, { announced_at: now }))),
)

export const writeToLoan = defineSubscription({
  name: 'write-to-loan',
  doc: 'A loan that was returned says so in its note, in the very transaction.',
  event: 'loan.returned',
})

export const writeToLoanProgram = behaviour(writeToLoan, ({ store, event }) =>
  Effect.asVoid(store.update(loan, String(event.payload.id), { note: 'returned' })),
)
