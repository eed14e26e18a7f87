import { Refused } from '../refused.ts'
import type { Command } from './command.ts'
import { operand } from './input.ts'
import { id } from './readers.ts'

const key = operand(id, { placeholder: 'ID', doc: "the key's id, which stands in the key itself: lk_ID_…" })

export const keyRevoke: Command = {
  name: 'key revoke',
  doc: 'Ends a key and its tokens, in every running process at once.',
  inputs: [key],
  examples: ['0199c0de-0000-7000-8000-000000000000'],
  run: async (given) => {
    const { withSystem, ask } = await import('../open-system.ts')
    const { revokeKey } = await import('#core/identity/accounts.ts')
    const { makeHeard } = await import('./make-heard.ts')
    const keyId = given.of(key)
    await withSystem(given.environment(), await given.configuration(), async ({ database, connection }) => {
      if ((await ask(revokeKey(database, keyId))) === undefined)
        throw new Refused([`No key has the id ${keyId}: key list shows those of an account.`])
      await makeHeard(connection, { key: keyId })
    })
    return { json: { id: keyId, revoked: true }, text: `The key ${keyId} is revoked.` }
  },
}
