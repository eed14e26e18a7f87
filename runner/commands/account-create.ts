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
import { required } from './input.ts'
import { text } from './readers.ts'

const name = required('name', text, nameWords)
const email = required('email', text, emailWords)

export const accountCreate: Command = {
  name: 'account create',
  doc: 'Makes an account.',
  inputs: [name, email, plan, features],
  examples: [
    '--name "North School" --email office@north.example',
    '--name North --email a@b.example --plan default --json',
  ],
  check: (given) => faultsOfAccount(given, { name: given.maybe(name), email: given.maybe(email) }),
  run: async (given) => {
    const { withSystem, ask } = await import('../open-system.ts')
    const { createAccount, ownFeatures } = await import('#core/identity/accounts.ts')
    const configuration = await given.configuration()
    const made = await withSystem(given.environment(), configuration, ({ database }) =>
      ask(
        createAccount(database, {
          name: given.of(name),
          email: given.of(email),
          plan: given.of(plan) ?? configuration.defaultPlan,
          features: ownFeatures(
            Object.fromEntries(given.of(features)),
            defaultFeatures(configuration.plan.model.features),
          ),
        }),
      ),
    )
    const json = {
      id: made.id,
      name: made.name,
      email: made.email,
      plan: made.plan,
      features: featuresOf(configuration, made.features),
    }
    return { json, text: `Made an account.\n\n${toMembers(json)}` }
  },
}
