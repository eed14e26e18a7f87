import * as Effect from 'effect/Effect'
import { behaviour, defineError, defineOperation } from '#definitions'
import { loan } from './loan.ts'

export const extend = defineOperation({
  name: 'loan.extend',
  doc: 'Lets a reader keep a book for longer, twice at most.',
  method: 'POST',
  path: '/api/v1/loans/{id}/extend',
  scope: 'api:library:lend',
  body: { type: 'object', properties: { days: { type: 'integer', minimum: 1, maximum: 60, default: 7 } } },
  output: {
    type: 'object',
    properties: { id: { ref: 'loan' }, due_on: { type: 'string', format: 'date' }, extensions: { type: 'integer' } },
  },
  errors: ['LOAN_CLOSED', 'EXTENSION_REFUSED'],
})

export const extensionRefused = defineError({
  code: 'EXTENSION_REFUSED',
  status: 409,
  message: 'The loan can not be extended any further.',
})

export const extendProgram = behaviour(extend, ({ input: { params, body }, settings, store, fail }) =>
  Effect.gen(function* () {
    const found = yield* store.find(loan, String(params.id))
    if (found === undefined) return yield* fail('NOT_FOUND')
    if (found.status !== 'open') return yield* fail('LOAN_CLOSED')
    const limit = Number(settings.longestExtension)
    if (body.days > limit) return yield* fail('EXTENSION_REFUSED', { message: `At most ${limit} days.`, limit })
    if (found.extensions >= 2) return yield* fail('EXTENSION_REFUSED')
    const due_on = later(found.due_on, body.days)
    const extensions = found.extensions + 1
    yield* store.update(loan, found.id, { due_on, extensions })
    return { id: found.id, due_on, extensions }
  }),
)

const later = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
