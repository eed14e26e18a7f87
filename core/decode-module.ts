import * as Schema from 'effect/Schema'
import { type Module, ModuleDefinition } from '#definitions'
import { type Fault, fault, show } from './fault.ts'
import { languageAt } from './language-at.ts'

const decode = Schema.toStandardSchemaV1(ModuleDefinition, {
  parseOptions: { errors: 'all', onExcessProperty: 'error' },
})['~standard'].validate

/** What a module says that the language doesn't know, or says wrongly: each fault with its path and nearest word. */
export const decodeModule = (module: Module): readonly Fault[] => {
  // A configuration may name any file: what it gives is known to be a module only after this.
  const given: unknown = module
  if (!isObject(given)) return [fault('a module', '', `found ${show(given)}`, { expected: 'a module' })]
  // Behaviours are programs, not data: their fit is checked by name once all definitions are known.
  const { behaviours: _, ...data } = module
  const result = decode(data)
  if (result instanceof Promise || result.issues === undefined) return []
  return result.issues.map(({ path = [], message }) =>
    toFault(
      data,
      path.map((step) => (typeof step === 'object' ? step.key : step)),
      message,
    ),
  )
}

const toFault = (data: { readonly name?: unknown }, steps: readonly PropertyKey[], message: string): Fault => {
  const module = typeof data.name === 'string' ? data.name : 'a module'
  const place = toPlace(data, steps)
  const last = String(steps.at(-1) ?? '')
  const value = at(data, steps)
  if (message === 'Expected no excess property') {
    const { words, name } = languageAt(data, steps.slice(0, -1))
    return name === null
      ? fault(module, place, `no word '${last}'`, { word: last, known: words })
      : fault(module, place, `found '${last}'`, { expected: name })
  }
  if (message === 'Missing key' || value === undefined) return fault(module, place, `'${last}' is missing`)
  if (steps.length === 2 && steps[0] === 'definitions') return ofNoKind(module, place, value)
  return fault(module, place, `found ${show(value)}`, {
    expected: message.replace(/^Expected /, '').replace(/\{ readonly .*?\.\.\. \}/g, 'object'),
    ...(typeof value === 'string' ? { word: value, known: languageAt(data, steps).choices } : {}),
  })
}

/** A definition that is none of those which the language knows. */
const ofNoKind = (module: string, place: string, value: unknown): Fault => {
  const expected = 'a definition, as defineResource and its like make it'
  if (!isObject(value)) return fault(module, place, `found ${show(value)}`, { expected })
  const kind = at(value, ['kind'])
  if (kind === undefined) return fault(module, `${place}.kind`, "'kind' is missing", { expected })
  const { choices } = languageAt({ definitions: [value] }, ['definitions', 0, 'kind'])
  return fault(module, `${place}.kind`, `found ${show(kind)}`, { expected, word: String(kind), known: choices })
}

/** `student.fields.name.maxLenght`: a definition's index in its list is replaced by its own name. */
const toPlace = (data: unknown, steps: readonly PropertyKey[]): string => {
  const [first, index, ...rest] = steps
  const written = (step: PropertyKey) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)
  if (first !== 'definitions' || index === undefined) return steps.map(written).join('').replace(/^\./, '')
  const definition = at(data, [first, index])
  const own = ['name', 'code', 'key'].map((word) => at(definition, [word])).find((found) => typeof found === 'string')
  return `${own ?? `definitions[${String(index)}]`}${rest.map(written).join('')}`
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (value: unknown, steps: readonly PropertyKey[]): unknown =>
  steps.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  )
