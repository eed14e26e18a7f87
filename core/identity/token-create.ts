import * as Effect from 'effect/Effect'
import { behaviour, defineOperation } from '#definitions'
import { toMilliseconds } from '../duration.ts'
import type { Tokens } from './token.ts'

export const tokenCreate = defineOperation({
  name: 'token.create',
  doc: 'Makes a token that acts with the scopes of the API key it is asked with, and dies with it.',
  method: 'POST',
  path: '/api/v1/auth/token',
  auth: 'key',
  output: {
    type: 'object',
    properties: {
      token: { type: 'string', secret: true },
      expires_at: { type: 'string', format: 'date-time' },
    },
  },
  status: 201,
})

/** Makes a token for the key that asks; its life is the setting `http.tokenLife`. */
export const createToken = (tokens: Tokens) =>
  behaviour(tokenCreate, ({ caller, settings }) =>
    Effect.promise(async () => {
      const life = toMilliseconds(String(settings.tokenLife)) ?? 3_600_000
      // A token dies with its key, and says so.
      const { token, expiresAt } = await tokens.make(caller.keyId, Math.min(life, caller.expiresAt - Date.now()))
      return { token, expires_at: expiresAt }
    }),
  )
