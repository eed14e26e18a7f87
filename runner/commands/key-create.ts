import { Refused } from '../refused.ts'
import { unknown } from './account-inputs.ts'
import { toMembers } from './columns.ts'
import type { Command, Given } from './command.ts'
import { optional, required } from './input.ts'
import { id, text, words } from './readers.ts'

const account = required('account', id, { placeholder: 'ID', doc: 'whose key it is' })
const scopes = required('scopes', words, {
  placeholder: 'SCOPES',
  doc: 'what it may do, with commas between; all: everything that enabled modules declare',
})
const name = optional('name', text, { placeholder: 'NAME', doc: 'what it is for' })
const expires = optional('expires', text, { placeholder: 'TIME', doc: 'when it ends: 2027-01-31T12:00:00Z' })

export const keyCreate: Command = {
  name: 'key create',
  doc: 'Makes an API key. It is shown once.',
  inputs: [account, scopes, name, expires],
  notes: 'The modules command tells which scopes there are.',
  examples: [
    '--account 0199c0de-0000-7000-8000-000000000000 --scopes all',
    '--account 0199c0de-0000-7000-8000-000000000000 --scopes SCOPE,SCOPE --name reports --expires 2027-01-31T12:00:00Z',
  ],
  check: async (given) => {
    const { faultsOfMembers } = await import('./declared-faults.ts')
    const { apiKey } = await import('#core/system/account.ts')
    const ends = given.maybe(expires)
    const { expires_at: time, name: label } = apiKey.fields
    return [
      ...(await faultsOfScopes(given)),
      ...faultsOfMembers({ expires: time, name: label }, { expires: ends, name: given.maybe(name) }),
      ...(ends !== undefined && Date.parse(ends) <= Date.now() ? [`--expires: ${ends} is past`] : []),
    ]
  },
  run: async (given) => {
    const { withSystem, ask } = await import('../open-system.ts')
    const { createKey, findAccount } = await import('#core/identity/accounts.ts')
    const configuration = await given.configuration()
    const accountId = given.of(account)
    const wanted = given.of(scopes)
    const ends = given.of(expires)
    const made = await withSystem(given.environment(), configuration, async ({ database }) => {
      if ((await ask(findAccount(database, accountId))) === undefined)
        throw new Refused([`No account has the id ${accountId}: account list shows those there are.`])
      const key = {
        accountId,
        name: given.of(name) ?? '',
        scopes: wanted.includes('all') ? [...configuration.plan.scopes] : wanted,
        expiresAt: ends === undefined ? null : new Date(ends).toISOString(),
      }
      return ask(createKey(database, key))
    })
    const json = { id: made.id, key: made.key, scopes: made.scopes, expires_at: made.expires_at }
    return { json, text: `Made a key. It is shown this once: only a hash of it is kept.\n\n${toMembers(json)}` }
  },
}

/** A key can't be given a scope that no enabled module declares. */
const faultsOfScopes = async (given: Given): Promise<readonly string[]> => {
  const wanted = given.maybe(scopes) ?? []
  const { plan } = await given.configuration()
  if (wanted.includes('all')) return wanted.length === 1 ? [] : ["--scopes: 'all' holds every other one; give it alone"]
  return wanted
    .filter((scope) => !plan.scopes.has(scope))
    .map((scope) => {
      const declared = Object.hasOwn(plan.model.scopes, scope) ? plan.model.scopes[scope] : undefined
      return declared === undefined
        ? unknown('--scopes', 'scope', scope, ['all', ...plan.scopes])
        : `--scopes: '${scope}' belongs to the module '${declared.module}', which is switched off`
    })
}
