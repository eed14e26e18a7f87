import type * as SchemaAST from 'effect/SchemaAST'
import { ModuleDefinition } from '#definitions'

/** What the language says about one place of a module's data. */
export interface Said {
  /** The words that an object may have here. */
  readonly words: readonly string[]
  /** What a name must look like where the author chooses the names, as in `fields`; null where the words are given. */
  readonly name: string | null
  /** The texts that a value may be here, where they are listed. */
  readonly choices: readonly string[]
}

/** What may be said at the end of these steps into a module's data. */
export const languageAt = (data: unknown, steps: readonly PropertyKey[]): Said => {
  let value = data
  let nodes: readonly SchemaAST.AST[] = expand(ModuleDefinition.ast, value)
  for (const step of steps) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined
    nodes = nodes.flatMap((node) => inside(node, step)).flatMap((node) => expand(node, value))
  }
  return {
    words: nodes.flatMap(wordsOf),
    name: nodes.flatMap(nameOf).at(0) ?? null,
    choices: nodes.flatMap(choicesOf),
  }
}

const wordsOf = (node: SchemaAST.AST): readonly string[] =>
  node._tag === 'Objects' ? node.propertySignatures.map(({ name }) => String(name)) : []

const nameOf = (node: SchemaAST.AST): readonly string[] =>
  node._tag === 'Objects'
    ? node.indexSignatures.flatMap(({ parameter }) => parameter.checks?.[0].annotations?.expected ?? [])
    : []

const choicesOf = (node: SchemaAST.AST): readonly string[] =>
  node._tag === 'Literal' && typeof node.literal === 'string' ? [node.literal] : []

const inside = (node: SchemaAST.AST, step: PropertyKey): readonly SchemaAST.AST[] => {
  if (node._tag === 'Arrays') return node.rest
  if (node._tag !== 'Objects') return []
  const named = node.propertySignatures.find(({ name }) => name === step)
  return named === undefined ? node.indexSignatures.map(({ type }) => type) : [named.type]
}

/** Opens unions; of a union of definitions only the one whose `kind` is the value's, if there is one. */
const expand = (node: SchemaAST.AST, value: unknown): readonly SchemaAST.AST[] => {
  if (node._tag === 'Suspend') return expand(node.thunk(), value)
  if (node._tag !== 'Union') return [node]
  const parts = node.types.flatMap((type) => expand(type, value))
  const kind = typeof value === 'object' && value !== null ? Reflect.get(value, 'kind') : undefined
  const same = parts.filter((part) => inside(part, 'kind').flatMap(choicesOf).includes(kind))
  return same.length > 0 ? same : parts
}
