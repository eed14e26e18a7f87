import * as Effect from 'effect/Effect'
import { behaviour, defineEvent, defineJob } from '#definitions'
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
