import type { Behaviour, Definition, Module } from '#definitions'
import { decodeModule } from './decode-module.ts'
import { type Fault, fault } from './fault.ts'
import type { ByName } from './model.ts'

/** A module and how it came here. */
export interface Source {
  readonly module: Module
  /** `core`, `built-in`, or the path or package in the configuration. */
  readonly source: string
  readonly enabled: boolean
}

/** A definition and the module that declares it. */
export interface Declared<D extends Definition = Definition> {
  readonly module: string
  readonly definition: D
}

type OfKind<K extends Definition['kind']> = ByName<Declared<Extract<Definition, { kind: K }>>>

/** All definitions, each once, under its name. */
export interface Collection {
  readonly sources: ByName<Source>
  readonly resources: OfKind<'resource'>
  readonly operations: OfKind<'operation'>
  readonly errors: OfKind<'error'>
  readonly events: OfKind<'event'>
  readonly subscriptions: OfKind<'subscription'>
  readonly jobs: OfKind<'job'>
  readonly quotas: OfKind<'quota'>
  readonly extensionPoints: OfKind<'extension-point'>
  readonly contributions: OfKind<'contribution'>
  readonly pages: OfKind<'page'>
  /** By kind and name: `job grade-attempt`. */
  readonly behaviours: ByName<Behaviour & { readonly module: string }>
  /** Modules that say something the language doesn't know: nothing of theirs is above. */
  readonly undecoded: readonly string[]
  readonly faults: readonly Fault[]
}

/**
 * Gathers the modules' definitions under their names. The order of modules doesn't matter: two that write to one name
 * are a fault that names both, never "the last one wins".
 */
export const collect = (given: readonly Source[]): Collection => {
  const faults: Fault[] = []
  const undecoded: string[] = []
  const decoded = given.toSorted(byModule).filter(({ module }) => {
    const found = decodeModule(module)
    faults.push(...found)
    if (found.length > 0) undecoded.push(nameIn(module))
    return found.length === 0
  })
  const sources = gather(
    decoded,
    ({ module }) => module.name,
    ({ module, source }, first) =>
      faults.push(
        fault('configuration', 'modules', `'${module.name}' comes from '${first.source}' and from '${source}'`, {
          expected: 'one module for each name',
        }),
      ),
  )
  const clash = (name: string, module: string, first: string) => {
    const found = `declared ${first === module ? 'twice in it' : `in '${first}' too`}`
    faults.push(fault(module, name, found, { expected: 'one owner for each name' }))
  }
  const modules = Object.values(sources).map(({ module }) => module)
  const declared = modules.flatMap(({ name, definitions }) =>
    definitions.map((definition): Declared => ({ module: name, definition })),
  )
  const byName = <K extends Definition['kind']>(kind: K): OfKind<K> =>
    gather(
      declared.filter((entry): entry is OfKind<K>[string] => entry.definition.kind === kind),
      ({ definition }) => nameOf(definition),
      ({ module, definition }, first) => clash(nameOf(definition), module, first.module),
    )
  return {
    sources,
    resources: byName('resource'),
    operations: byName('operation'),
    errors: byName('error'),
    events: byName('event'),
    subscriptions: byName('subscription'),
    jobs: byName('job'),
    quotas: byName('quota'),
    extensionPoints: byName('extension-point'),
    contributions: byName('contribution'),
    pages: byName('page'),
    behaviours: gather(
      modules.flatMap(({ name, behaviours = [] }) => behaviours.map((behaviour) => ({ ...behaviour, module: name }))),
      ({ kind, serves }) => `${kind} ${serves}`,
      ({ kind, serves, module }, first) => clash(`${kind} ${serves}`, module, first.module),
    ),
    undecoded,
    faults,
  }
}

/** The name under which a definition is known among those of its kind. */
export const nameOf = (definition: Definition): string => {
  if (definition.kind === 'error') return definition.code
  if (definition.kind === 'contribution') return `${definition.to}/${definition.key}`
  return definition.name
}

const nameIn = (module: Module): string => {
  const data: unknown = module
  return String((typeof data === 'object' && data !== null ? Reflect.get(data, 'name') : undefined) ?? '')
}

/** The core first, then what is built in: of two that declare one name, the fault is the newcomer's. */
const byModule = (one: Source, other: Source): number => {
  const [left = '', right = ''] = [one, other].map(({ module, source }) => {
    const rank = ['core', 'built-in'].indexOf(source)
    return `${rank < 0 ? 2 : rank} ${nameIn(module)} ${source}`
  })
  // By code units, which are the same everywhere: what follows must not depend on the machine's language.
  return left === right ? 0 : left < right ? -1 : 1
}

const gather = <T>(
  entries: readonly T[],
  name: (entry: T) => string,
  clash: (entry: T, first: T) => void,
): ByName<T> => {
  const found = new Map<string, T>()
  for (const entry of entries) {
    const first = found.get(name(entry))
    if (first === undefined) found.set(name(entry), entry)
    else clash(entry, first)
  }
  return Object.fromEntries(found)
}
