import { Refused } from '../refused.ts'
import { toCell, toColumns } from './columns.ts'
import type { Command } from './command.ts'
import { required } from './input.ts'
import { id } from './readers.ts'

const account = required('account', id, { placeholder: 'ID', doc: 'whose keys' })

export const keyList: Command = {
  name: 'key list',
  doc: 'Lists the keys of an account, newest first. The keys themselves are not kept.',
  inputs: [account],
  examples: ['--account 0199c0de-0000-7000-8000-000000000000'],
  run: async (given) => {
    const { withSystem, ask } = await import('../open-system.ts')
    const { findAccount, listKeys } = await import('#core/identity/accounts.ts')
    const accountId = given.of(account)
    const json = await withSystem(given.environment(), await given.configuration(), async ({ database }) => {
      if ((await ask(findAccount(database, accountId))) === undefined)
        throw new Refused([`No account has the id ${accountId}: account list shows those there are.`])
      return ask(listKeys(database, accountId))
    })
    const rows = json.map(({ id: keyId, name, expires_at, revoked_at, scopes }) => [
      keyId,
      toCell(name),
      toCell(expires_at),
      toCell(revoked_at),
      toCell(scopes),
    ])
    const text = toColumns(rows, { head: ['id', 'name', 'expires', 'revoked', 'scopes'] })
    return { json, text: rows.length === 0 ? 'The account has no key: key create makes one.' : text }
  },
}
