import { defineModule } from '#definitions'
import type { Tokens } from '../identity/token.ts'
import { createToken, tokenCreate } from '../identity/token-create.ts'
import { account, apiKey } from './account.ts'
import { appliedStep } from './applied-step.ts'
import { errors } from './errors.ts'
import { event } from './event.ts'
import { httpSettings } from './http-settings.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { installation } from './installation.ts'
import { keptModel } from './kept-model.ts'
import { tally } from './tally.ts'
import { work } from './work.ts'

/** What the core keeps for itself, declared in the same language as any module. */
export const coreModule = defineModule({
  name: 'core',
  doc: 'Accounts, keys, and what the core keeps for itself.',
  definitions: [account, apiKey, tally, idempotencyKey, event, work, appliedStep, keptModel, installation],
})

/** What belongs to every call over HTTP. */
export const httpModule = (tokens: Tokens) =>
  defineModule({
    name: 'http',
    doc: 'What belongs to every call: credentials, errors, limits.',
    settings: httpSettings,
    definitions: [tokenCreate, ...errors],
    behaviours: [createToken(tokens)],
  })
