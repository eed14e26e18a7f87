import { fault, toSentence } from '#core/fault.ts'
import { yetToCome } from '#modules/index.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Given } from './command.ts'
import { optional, repeated } from './input.ts'
import { onOrOff, text } from './readers.ts'

export const plan = optional('plan', text, { placeholder: 'PLAN', doc: "the configuration's default plan if left out" })

export const features = repeated('feature', onOrOff, {
  placeholder: 'NAME=BOOLEAN',
  doc: 'switches a feature on or off for the account',
})

export const emailWords = { placeholder: 'EMAIL', doc: 'where its owner is reached' }
export const nameWords = { placeholder: 'NAME', doc: 'up to 200 characters' }

/** What is wrong with members of an account, as far as the configuration and the account's own definition tell. */
export const faultsOfAccount = async (
  given: Given,
  members: { readonly name: string | undefined; readonly email: string | undefined },
): Promise<readonly string[]> => {
  const { faultsOfMembers } = await import('./declared-faults.ts')
  const { account } = await import('#core/system/account.ts')
  const { plan: model, plans } = await given.configuration()
  const wanted = given.maybe(plan)
  const known = [...new Set([...Object.keys(model.model.features), ...yetToCome.features])]
  return [
    ...faultsOfMembers(account.fields, members),
    ...(wanted === undefined || Object.hasOwn(plans, wanted)
      ? []
      : [unknown('--plan', 'plan', wanted, Object.keys(plans))]),
    ...(given.maybe(features) ?? [])
      .filter(([name]) => !known.includes(name))
      .map(([name]) => unknown('--feature', 'feature', name, known)),
  ]
}

/** `--plan: no plan 'basik'; did you mean 'basic'?` */
export const unknown = (input: string, kind: string, word: string, known: readonly string[]): string => {
  const found = fault(input, '', `no ${kind} '${word}'`, { word, known })
  const expected = known.length === 0 ? `none: no module declares a ${kind}` : known.join(', ')
  return toSentence(found.nearest === null ? { ...found, expected } : found)
}

/** What an account's features are: the declared defaults, and what differs. */
export const featuresOf = (
  { plan: { model } }: Configuration,
  own: { readonly [name: string]: boolean },
): { readonly [name: string]: boolean } => ({ ...defaultFeatures(model.features), ...own })

export const defaultFeatures = (declared: Configuration['plan']['model']['features']) =>
  Object.fromEntries(Object.entries(declared).map(([name, feature]) => [name, feature.default]))
