import * as Effect from 'effect/Effect'
import { behaviour, defineJob, defineOperation, defineResource } from '#definitions'

export const wish = defineResource({
  name: 'wish',
  plural: 'wishes',
  doc: 'A book that a reader would like to find.',
  path: '/api/v1/wishes',
  id: 'uuid4',
  fields: { title: { type: 'string', minLength: 1, maxLength: 300 } },
  states: {
    field: 'standing',
    initial: 'wished',
    final: ['ordered'],
    transitions: { order: { from: ['wished'], to: 'ordered' } },
  },
  operations: {
    list: { scope: 'api:library:read', feature: 'wishes', filters: { standing: 'standing' } },
    create: { scope: 'api:library:write', feature: 'wishes' },
    get: { scope: 'api:library:read', feature: 'wishes' },
  },
})

export const orderWish = defineJob({
  name: 'order-wish',
  doc: 'Orders what was wished for.',
  payload: { wish_id: { ref: 'wish' }, copies: { type: 'integer', minimum: 1 } },
})

export const orderWishProgram = behaviour(orderWish, ({ payload, finish }) =>
  finish(({ store }) => Effect.asVoid(store.transition(wish, payload.wish_id, 'order'))),
)

export const wishOrder = defineOperation({
  name: 'wish.order',
  doc: 'Orders a book that was wished for, a little later.',
  method: 'POST',
  path: '/api/v1/wishes/{id}/order',
  scope: 'api:library:write',
  feature: 'wishes',
  body: {
    type: 'object',
    properties: {
      copies: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
      after: { type: 'string', format: 'duration', optional: true },
    },
  },
  output: { type: 'object', properties: { job: { type: 'string', format: 'uuid' } } },
  status: 202,
  errors: ['INVALID_TRANSITION'],
})

export const wishOrderProgram = behaviour(wishOrder, ({ input: { params, body }, store, enqueue, fail }) =>
  Effect.gen(function* () {
    const found = yield* store.find(wish, String(params.id))
    if (found === undefined) return yield* fail('NOT_FOUND')
    if (found.standing !== 'wished') return yield* fail('INVALID_TRANSITION')
    const when = body.after === undefined ? {} : { after: body.after }
    return { job: yield* enqueue(orderWish, { wish_id: found.id, copies: body.copies }, when) }
  }),
)
