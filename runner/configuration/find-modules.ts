import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Source } from '#core/collect.ts'
import { type Fault, fault, show } from '#core/fault.ts'
import type { Json, Module } from '#definitions'
import { errorCode } from '../database/error-code.ts'
import { explainImport, fileKinds, importDefault, importPackage } from './import-default.ts'

export interface FoundModules {
  /** Those named, and the built-in ones that are not, switched off. */
  readonly sources: readonly Source[]
  readonly faults: readonly Fault[]
}

interface Given {
  /** What stands for it once: its name, or the absolute path. */
  readonly key: string
  readonly load: () => Promise<unknown>
}

/** The modules that a configuration names, in `file`; without a list of them, all that are built in. */
export const findModules = async (
  said: Json | undefined,
  file: string,
  builtIn: readonly Module[],
  always: readonly string[],
): Promise<FoundModules> => {
  const asBuiltIn = (isEnabled: (name: string) => boolean): Source[] =>
    builtIn.map((module) => ({ module, source: 'built-in', enabled: isEnabled(module.name) }))
  if (said === undefined) return { sources: asBuiltIn(() => true), faults: [] }
  const faults: Fault[] = []
  const refuse = (path: string, found: string, right: Parameters<typeof fault>[3] = {}) => {
    faults.push(fault('configuration', path, found, right))
  }
  if (!Array.isArray(said))
    refuse('modules', `found ${show(said)}`, { expected: 'a list of names, paths and packages' })
  const entries: readonly Json[] = Array.isArray(said) ? said : []
  const names = builtIn.map(({ name }) => name)
  const seen = new Set<string>()
  const sources: Source[] = []
  for (const [index, entry] of entries.entries()) {
    const place = `modules[${index}]`
    if (typeof entry !== 'string' || entry === '') {
      refuse(place, `found ${show(entry)}`, { expected: 'a name, a path or a package' })
      continue
    }
    if (always.includes(entry)) continue
    const given = names.includes(entry) ? { key: entry, load: undefined } : toGiven(entry, file)
    if (seen.has(given.key)) refuse(place, `'${entry}' is listed twice`)
    else if (given.load !== undefined) {
      const loaded = await load(entry, file, given.load)
      if ('module' in loaded) sources.push({ module: loaded.module, source: entry, enabled: true })
      else refuse(place, loaded.found, loaded.isUnknown ? { word: entry, known: names } : {})
    }
    seen.add(given.key)
  }
  return { sources: [...asBuiltIn((name) => seen.has(name)), ...sources], faults }
}

const isPath = (entry: string): boolean => /^(\.{0,2}[/\\]|\.{1,2}$|[A-Za-z]:)/.test(entry) || fileKinds.test(entry)

const toGiven = (entry: string, file: string): Given => {
  if (!isPath(entry)) return { key: entry, load: () => importPackage(entry, file) }
  const path = resolve(dirname(file), entry)
  return { key: path, load: () => loadFile(path) }
}

/** A fault that is ours to tell, not the file's. */
class NotLoadable extends Error {}

const loadFile = async (path: string): Promise<unknown> => {
  if (!fileKinds.test(path)) {
    const inside = await access(resolve(path, 'module.ts')).then(
      () => ", such as its 'module.ts'",
      () => '',
    )
    throw new NotLoadable(`is no file of a module; expected one that ends in .ts, .js or .json${inside}`)
  }
  await access(path).catch(() => {
    throw new NotLoadable(`is not there: no file ${path}`)
  })
  return importDefault(path)
}

type Loaded = { readonly module: Module } | { readonly found: string; readonly isUnknown: boolean }

const load = async (entry: string, file: string, from: () => Promise<unknown>): Promise<Loaded> => {
  const refuse = (found: string, isUnknown = false): Loaded => ({ found, isUnknown })
  try {
    const given = await from()
    if (given === undefined) return refuse(`'${entry}' has no default export; expected a module`)
    const wrong = wrongWith(given, entry.endsWith('.json'))
    if (wrong !== null) return refuse(`'${entry}' ${wrong}`)
    if (isModule(given)) return { module: given }
    return refuse(`'${entry}' gives ${show(given)}; expected a module, as defineModule makes it`)
  } catch (error) {
    if (error instanceof NotLoadable) return refuse(`'${entry}' ${error.message}`)
    if (isMissing(error, entry, file)) return refuse(`no module '${entry}', built in or installed as a package`, true)
    return refuse(`'${entry}' can't be loaded: ${await explainImport(error, resolve(dirname(file), entry))}`)
  }
}

/** The package itself is missing, not something that it imports. */
const isMissing = (error: unknown, entry: string, file: string): boolean => {
  if (!(error instanceof Error) || isPath(entry)) return false
  if (errorCode(error) === 'ERR_INVALID_MODULE_SPECIFIER') return true
  const [scope, name] = entry.split('/')
  const packageName = entry.startsWith('@') ? `${scope}/${name}` : scope
  return (
    errorCode(error) === 'ERR_MODULE_NOT_FOUND' &&
    error.message === `Cannot find package '${packageName}' imported from ${file}`
  )
}

/** Programs are looked at by name in the core, which takes them for what their type says. */
const wrongWith = (given: unknown, isData: boolean): string | null => {
  const behaviours: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, 'behaviours') : undefined
  if (behaviours === undefined) return null
  if (isData) return "has 'behaviours'; expected data alone: programs stand in .ts or .js"
  const isList = Array.isArray(behaviours) && behaviours.every(isBehaviour)
  return isList ? null : "has 'behaviours' that are none; expected a list of what behaviour(definition, program) makes"
}

const isBehaviour = (given: unknown): boolean =>
  typeof given === 'object' &&
  given !== null &&
  typeof Reflect.get(given, 'kind') === 'string' &&
  typeof Reflect.get(given, 'serves') === 'string' &&
  typeof Reflect.get(given, 'program') === 'function'

/** Enough to know it by; `decodeModule` tells what else is wrong with it. */
const isModule = (given: unknown): given is Module =>
  typeof given === 'object' &&
  given !== null &&
  typeof Reflect.get(given, 'name') === 'string' &&
  Array.isArray(Reflect.get(given, 'definitions'))
