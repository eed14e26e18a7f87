import { type Fault, fault, nearest, show } from '#core/fault.ts'
import type { ByName } from '#core/model.ts'
import type { Json } from '#definitions'
import { yetToCome } from '#modules/index.ts'
import type { ConfiguredPlan } from './configuration.ts'
import type { Declared } from './declared.ts'
import { isMembers } from './to-json.ts'

export interface Plans {
  readonly plans: ByName<ConfiguredPlan>
  readonly defaultPlan: string
  readonly faults: readonly Fault[]
}

const usual = 'default'
const greatest = 2_147_483_647

/** The plans that are configured, and `default`; `isWhole` is false when a module that could not be read may have quotas. */
export const toPlans = (
  { plans: said, defaultPlan: wanted }: { readonly plans?: Json; readonly defaultPlan?: Json },
  { quotas }: Declared,
  isWhole: boolean,
): Plans => {
  const faults: Fault[] = []
  const refuse = (path: string, found: string, right: Parameters<typeof fault>[3] = {}) => {
    faults.push(fault('configuration', path, found, right))
  }
  const given = isMembers(said) ? said : {}
  if (said !== undefined && !isMembers(said)) refuse('plans', `found ${show(said)}`, { expected: 'plans by name' })
  const limits = Object.fromEntries(Object.entries(quotas).map(([name, quota]) => [name, quota.default]))
  const coming = new Set<string>(yetToCome.quotas.filter((name) => !Object.hasOwn(quotas, name)))
  const words = [...Object.keys(quotas), ...coming, 'upgrade_url']

  const toPlan = (name: string, plan: Json): ConfiguredPlan => {
    const path = `plans.${name}`
    if (!/^[^\p{C}]{1,100}$/u.test(name)) refuse(path, 'is no name of a plan', { expected: '1 to 100 characters' })
    if (!isMembers(plan)) refuse(path, `found ${show(plan)}`, { expected: 'limits by name' })
    const set: [string, number | null][] = []
    let upgradeUrl: string | null = null
    for (const [word, value] of Object.entries(isMembers(plan) ? plan : {})) {
      const place = `${path}.${word}`
      if (word === 'upgrade_url') {
        if (isAddress(value)) upgradeUrl = value
        else if (value !== null) refuse(place, 'must be an absolute http or https URL, or null')
      } else if (coming.has(word)) {
        if (!isLimit(value)) refuse(place, `must be an integer from 0 to ${greatest}, or null for no limit`)
      } else if (!Object.hasOwn(quotas, word)) {
        if (isWhole || nearest(word, words) !== null) refuse(place, `no quota '${word}'`, { word, known: words })
      } else if (isLimit(value)) set.push([word, value])
      else refuse(place, `must be an integer from 0 to ${greatest}, or null for no limit`)
    }
    return { limits: { ...limits, ...Object.fromEntries(set) }, upgradeUrl }
  }

  const plans = Object.fromEntries([
    [usual, { limits, upgradeUrl: null }],
    ...Object.entries(given).map(([name, plan]) => [name, toPlan(name, plan)] as const),
  ])
  const names = Object.keys(plans)
  const isNamed = typeof wanted === 'string' && names.includes(wanted)
  if (wanted !== undefined && !isNamed)
    refuse('defaultPlan', `no plan ${show(wanted)}`, {
      expected: `one of ${names.map((name) => `'${name}'`).join(', ')}`,
      word: String(wanted),
      known: names,
    })
  return { plans, defaultPlan: isNamed ? wanted : usual, faults }
}

const isLimit = (value: Json): value is number | null =>
  value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= greatest)

const isAddress = (value: Json): value is string =>
  typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
