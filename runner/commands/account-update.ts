import { Refused } from '../refused.ts'
import {
  defaultFeatures,
  emailWords,
  faultsOfAccount,
  features,
  featuresOf,
  nameWords,
  plan,
} from './account-inputs.ts'
import { toMembers } from './columns.ts'
import type { Command } from './command.ts'
import { operand, optional } from './input.ts'
import { id, text } from './readers.ts'

const account = operand(id, { placeholder: 'ID', doc: "the account's id" })
const name = optional('name', text, nameWords)
const email = optional('email', text, emailWords)
const changed = [name, email, plan, features]

export const accountUpdate: Command = {
  name: 'account update',
  doc: 'Changes an account, in every running process at once.',
  inputs: [account, ...changed],
  notes: 'What is left out stays.',
  examples: ['0199c0de-0000-7000-8000-000000000000 --plan default'],
  check: async (given) => {
    const faults = await faultsOfAccount(given, { name: given.maybe(name), email: given.maybe(email) })
    return changed.some(given.has)
      ? faults
      : [...faults, 'nothing to change: give --name, --email, --plan or --feature']
  },
  run: async (given) => {
    const { withSystem, ask } = await import('../open-system.ts')
    const { updateAccount } = await import('#core/identity/accounts.ts')
    const { makeHeard } = await import('./make-heard.ts')
    const configuration = await given.configuration()
    const wanted = given.of(account)
    const made = await withSystem(given.environment(), configuration, async ({ database, connection }) => {
      const change = {
        name: given.of(name),
        email: given.of(email),
        plan: given.of(plan),
        features: Object.fromEntries(given.of(features)),
      }
      const defaults = defaultFeatures(configuration.plan.model.features)
      const found = await ask(updateAccount(database, wanted, change, defaults))
      if (found === undefined)
        throw new Refused([`No account has the id ${wanted}: account list shows those there are.`])
      await makeHeard(connection, { account: wanted })
      return found
    })
    const json = {
      id: made.id,
      name: made.name,
      email: made.email,
      plan: made.plan,
      features: featuresOf(configuration, made.features),
    }
    return { json, text: `Changed the account.\n\n${toMembers(json)}` }
  },
}
