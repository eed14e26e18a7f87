import { resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import { assemble } from '#core/assemble.ts'
import { collect, type Source } from '#core/collect.ts'
import { type Fault, toSentence } from '#core/fault.ts'
import type { Tokens } from '#core/identity/token.ts'
import type { Plan } from '#core/plan.ts'
import { coreModule, httpModule } from '#core/system/module.ts'
import { builtInModules } from '#modules/index.ts'
import type { Environment } from '../environment.ts'
import { Refused } from '../refused.ts'
import type { Configuration } from './configuration.ts'
import { declaredIn } from './declared.ts'
import { findModules } from './find-modules.ts'
import { readConfigurationFile, type Said } from './read-file.ts'
import { toPlans } from './to-plans.ts'
import { toSettings } from './to-settings.ts'

/**
 * What LECTERN_CONFIG says, with the modules that it names, derived. Rejects with `Refused`, which tells every fault of the
 * file and of the definitions at once.
 */
export const loadConfiguration = async (
  { configPath }: Pick<Environment, 'configPath'>,
  tokens: Tokens,
): Promise<Configuration> => {
  const said = await readConfigurationFile(configPath)
  const core = [coreModule, httpModule(tokens)]
  const always = core.map(({ name }) => name)
  const found = await findModules(
    said.members.modules,
    said.file ?? resolve('lectern.config.ts'),
    builtInModules,
    always,
  )
  const sources = [...core.map((module): Source => ({ module, source: 'core', enabled: true })), ...found.sources]
  return found.faults.length === 0 ? derive(sources, said) : refuseUnread(sources, said, found.faults, false)
}

const derive = (sources: readonly Source[], said: Said): Configuration => {
  const assembled = Effect.runSync(Effect.result(assemble(sources)))
  if (assembled._tag === 'Failure') return refuseUnread(sources, said, assembled.failure.faults, true)
  const plan = assembled.success
  const { plans, defaultPlan, faults } = toPlans(said.members, plan.model, true)
  const { settings, faults: more } = toSettings(said.members.settings, plan.model, true)
  refuseAny([...said.faults, ...faults, ...more])
  return toConfiguration(plan, plans, defaultPlan, settings)
}

/** Definitions that make no Model: their faults, and whatever else can be told of the file. */
const refuseUnread = (sources: readonly Source[], said: Said, first: readonly Fault[], areAllThere: boolean): never => {
  const collection = collect(sources)
  const declared = declaredIn(collection)
  const isWhole = areAllThere && collection.undecoded.length === 0
  const faults = [
    ...said.faults,
    ...first,
    ...collection.faults,
    ...toPlans(said.members, declared, isWhole).faults,
    ...toSettings(said.members.settings, declared, isWhole).faults,
  ]
  throw toRefused(faults)
}

const refuseAny = (faults: readonly Fault[]): void => {
  if (faults.length > 0) throw toRefused(faults)
}

const toRefused = (faults: readonly Fault[]): Refused => new Refused([...new Set(faults.map(toSentence))])

const toConfiguration = (
  plan: Plan,
  plans: Configuration['plans'],
  defaultPlan: string,
  settings: ReturnType<typeof toSettings>['settings'],
): Configuration => {
  const byPlan = new Map(Object.entries(plans))
  const usual = byPlan.get(defaultPlan)
  return {
    plan,
    plans,
    defaultPlan,
    settingsOf: (module) => settings[module] ?? {},
    limitOf: (name, quota) => (byPlan.get(name) ?? usual)?.limits[quota] ?? null,
    upgradeUrlOf: (name) => (byPlan.get(name) ?? usual)?.upgradeUrl ?? null,
  }
}
