import type { ByName } from '#core/model.ts'
import type { Plan } from '#core/plan.ts'
import type { Json } from '#definitions'

/** What a school has paid for, or allows: the limits of an account. */
export interface ConfiguredPlan {
  /** By the quota's name, every quota there is; null is unlimited. */
  readonly limits: ByName<number | null>
  readonly upgradeUrl: string | null
}

/** What this installation is made of: the modules, derived into a Plan, and what the school has set. */
export interface Configuration {
  readonly plan: Plan
  /** By name. `default` is always there: declared defaults where the file says nothing. */
  readonly plans: ByName<ConfiguredPlan>
  /** The plan of accounts that are made without one. */
  readonly defaultPlan: string
  /** The settings of a module, defaults filled. */
  settingsOf(module: string): { readonly [name: string]: Json }
  /** The limit that an account's plan sets; a plan that is not configured (any more) is the default one. */
  limitOf(plan: string, quota: string): number | null
  upgradeUrlOf(plan: string): string | null
}
