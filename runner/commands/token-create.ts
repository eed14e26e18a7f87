import { Refused } from '../refused.ts'
import { toMembers } from './columns.ts'
import type { Command } from './command.ts'
import { optional, required } from './input.ts'
import { duration, id } from './readers.ts'

const keyId = required('key-id', id, { placeholder: 'ID', doc: 'the key that it acts for, and dies with' })
const ttl = optional('ttl', duration, { placeholder: 'DURATION', doc: 'how long it lives (settings.http.tokenLife)' })

export const tokenCreate: Command = {
  name: 'token create',
  doc: 'Makes a token (JWT) that acts with the scopes of a key.',
  inputs: [keyId, ttl],
  examples: ['--key-id 0199c0de-0000-7000-8000-000000000000 --ttl 1h'],
  run: async (given) => {
    const { withSystem, ask } = await import('../open-system.ts')
    const { findValidKey } = await import('#core/identity/accounts.ts')
    const { makeTokens } = await import('#core/identity/token.ts')
    const { checkFingerprint, loadSecret } = await import('../secret.ts')
    const { toMilliseconds } = await import('#core/duration.ts')
    const environment = given.environment()
    const configuration = await given.configuration()
    const wanted = given.of(keyId)
    const usual = toMilliseconds(String(configuration.settingsOf('http').tokenLife)) ?? 3_600_000
    const { token, expiresAt } = await withSystem(environment, configuration, async ({ database, embedded }) => {
      const secret = await loadSecret(environment)
      if (!embedded) await checkFingerprint(database, secret)
      const key = await ask(findValidKey(database, wanted))
      if (key === undefined)
        throw new Refused([`No valid key has the id ${wanted}: it is unknown, revoked or expired.`])
      const left = key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at) - Date.now()
      return makeTokens(secret).make(wanted, Math.min(given.of(ttl) ?? usual, left))
    })
    const json = { token, expires_at: expiresAt }
    return { json, text: toMembers(json) }
  },
}
