import * as Effect from 'effect/Effect'
import { behaviour, defineOperation } from '#definitions'

export const reader = defineOperation({
  name: 'library.reader',
  doc: 'Who is asking, for programs that were handed a token.',
  method: 'GET',
  path: '/api/v1/library/reader',
  auth: 'token',
  output: {
    type: 'object',
    properties: {
      account: { type: 'string' },
      scopes: { type: 'array', items: { type: 'string' } },
    },
  },
})

export const readerProgram = behaviour(reader, ({ caller }) =>
  Effect.succeed({ account: caller.account.name, scopes: [...caller.scopes].sort() }),
)
