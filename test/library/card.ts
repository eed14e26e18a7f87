import * as Effect from 'effect/Effect'
import { behaviour, defineOperation, defineResource } from '#definitions'

export const card = defineResource({
  name: 'card',
  doc: 'The card of a reader. Its number is told once, to whoever made it.',
  fields: {
    student_id: { ref: 'student', onDelete: 'cascade' },
    number: { type: 'string', maxLength: 40, secret: true },
  },
})

export const cardCreate = defineOperation({
  name: 'card.create',
  doc: 'Makes a card for a student.',
  method: 'POST',
  path: '/api/v1/library/cards',
  scope: 'api:library:lend',
  body: { type: 'object', properties: { student_id: { ref: 'student' } } },
  output: {
    type: 'object',
    properties: {
      id: { ref: 'card' },
      number: { type: 'string', secret: true },
      issued_at: { type: 'string', format: 'date-time' },
    },
  },
  status: 201,
})

/** A new card takes the place of the one that the student had. */
export const cardCreateProgram = behaviour(cardCreate, ({ input: { body }, store, now }) =>
  Effect.gen(function* () {
    const { student_id } = body
    for (const { id } of yield* store.select(card, { student_id })) yield* store.remove(card, id)
    const number = `C-${crypto.randomUUID()}`
    const { id } = yield* store.insert(card, { student_id, number })
    return { id, number, issued_at: now }
  }),
)
