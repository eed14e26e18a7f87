import { featuresOf } from './account-inputs.ts'
import { toCell, toColumns } from './columns.ts'
import type { Command } from './command.ts'

export const accountList: Command = {
  name: 'account list',
  doc: 'Lists all accounts, newest first.',
  inputs: [],
  examples: ['', '--json'],
  run: async (given) => {
    const { withSystem, ask } = await import('../open-system.ts')
    const { listAccounts } = await import('#core/identity/accounts.ts')
    const configuration = await given.configuration()
    const found = await withSystem(given.environment(), configuration, ({ database }) => ask(listAccounts(database)))
    const json = found.map(({ id, name, email, plan, features, created_at }) => ({
      id,
      name,
      email,
      plan,
      features: featuresOf(configuration, features),
      created_at,
    }))
    const rows = json.map(({ id, name, email, plan, features }) => [id, name, email, plan, toCell(features)])
    const text = toColumns(rows, { head: ['id', 'name', 'email', 'plan', 'features'] })
    return { json, text: rows.length === 0 ? 'There is no account yet: account create makes one.' : text }
  },
}
