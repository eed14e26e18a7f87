import { objectSchema } from '#core/complete/field.ts'
import { type Fault, fault, nearest, show } from '#core/fault.ts'
import type { ByName, JsonSchema } from '#core/model.ts'
import { compile } from '#core/validate/compile.ts'
import type { Fields, Json } from '#definitions'
import type { Declared } from './declared.ts'
import { isMembers, type Members } from './to-json.ts'

export interface Settings {
  readonly settings: ByName<Members>
  readonly faults: readonly Fault[]
}

/** The settings of every module, defaults filled; `isWhole` is false when a module that could not be read may have some. */
export const toSettings = (said: Json | undefined, { modules }: Declared, isWhole: boolean): Settings => {
  const faults: Fault[] = []
  const refuse = (path: string, found: string, right: Parameters<typeof fault>[3] = {}) => {
    faults.push(fault('configuration', path, found, right))
  }
  const given = isMembers(said) ? said : {}
  if (said !== undefined && !isMembers(said))
    refuse('settings', `found ${show(said)}`, { expected: 'settings by module' })
  const names = Object.keys(modules)
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(modules, name) && (isWhole || nearest(name, names) !== null))
      refuse(`settings.${name}`, `no module '${name}'`, { word: name, known: names })
  }
  const settings = Object.entries(modules).map(([name, { enabled, settings: fields }]) => {
    const members = Object.hasOwn(given, name) ? given[name] : undefined
    if (members !== undefined && !isMembers(members)) {
      refuse(`settings.${name}`, `found ${show(members)}`, { expected: 'settings by name' })
      return [name, {}] as const
    }
    const { filled, wrong } = fill(fields, members, enabled)
    for (const { pointer, message } of wrong) refuse(`settings.${name}${toPlace(pointer)}`, message)
    return [name, filled] as const
  })
  return { settings: Object.fromEntries(settings), faults }
}

interface Filled {
  readonly filled: Members
  readonly wrong: readonly { readonly pointer: string; readonly message: string }[]
}

/** A module that is switched off needs nothing of what it requires. */
const fill = (fields: Fields, given: Members | undefined, enabled: boolean): Filled => {
  const { required, ...optional } = objectSchema(fields)
  const defaults = defaultsOf(optional)
  const isPlain = Object.values(defaults).every((value) => !isMembers(value))
  // The checks of definitions have seen that defaults fit: where nothing is set, no validator need be made.
  if (given === undefined && isPlain && (required === undefined || !enabled)) return { filled: defaults, wrong: [] }
  const schema: JsonSchema = enabled && required !== undefined ? { ...optional, required } : optional
  const filled = structuredClone(given ?? {})
  try {
    const wrong = compile(schema, 'body')(filled).map(({ path, message }) => ({ pointer: path, message }))
    return { filled, wrong }
  } catch {
    // No validator can be made of it: a fault of the module's, which is told as such.
    return { filled, wrong: [] }
  }
}

const defaultsOf = ({ properties }: JsonSchema): Members =>
  Object.fromEntries(
    Object.entries(isMembers(properties) ? properties : {}).flatMap(([name, schema]) =>
      isMembers(schema) && schema.default !== undefined ? [[name, schema.default] as const] : [],
    ),
  )

/** `/cors/0` as it is written: `.cors[0]`. */
const toPlace = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('')
