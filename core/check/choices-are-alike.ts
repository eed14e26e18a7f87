import type { Field, FieldType, Json } from '#definitions'
import { type Fault, fault, show } from '../fault.ts'
import type { Rule } from './check.ts'
import { declaredFields } from './declared-fields.ts'

/** The values that a field may take are of one type, each once, and null is said by `nullable`: a column has one type. */
export const choicesAreAlike: Rule = (_, collection) =>
  declaredFields(collection).flatMap(({ module, path, field }) => {
    const { enum: choices, const: only, oneOf, anyOf } = field
    const lists = Object.entries({ enum: choices, oneOf, anyOf })
    return [
      ...lists
        .filter(([_, list]) => list?.length === 0)
        .map(([word]) => fault(module, `${path}.${word}`, 'found none', { expected: 'at least one' })),
      ...unlike(module, `${path}.const`, field, only),
      ...(choices ?? []).flatMap((choice, index) => [
        ...unlike(module, `${path}.enum[${index}]`, field, choice),
        ...(isRepeated(choices ?? [], index)
          ? [
              fault(module, `${path}.enum[${index}]`, `${show(choice)} is there already`, {
                expected: 'each value once',
              }),
            ]
          : []),
      ]),
      ...[...(oneOf ?? []).entries()].flatMap(([index, part]) => nullChoice(module, `${path}.oneOf[${index}]`, part)),
      ...[...(anyOf ?? []).entries()].flatMap(([index, part]) => nullChoice(module, `${path}.anyOf[${index}]`, part)),
    ]
  })

const unlike = (module: string, path: string, { type, enum: choices }: Field, value: Json | undefined) => {
  if (value === undefined) return []
  if (value === null) return [fault(module, path, 'found null', { expected: "'nullable' beside it" })]
  const alike = type ?? typeOf(choices?.find((choice) => choice !== null) ?? value)
  const fits = typeOf(value) === alike || (alike === 'number' && typeof value === 'number')
  return fits ? [] : [fault(module, path, `found ${show(value)}`, { expected: `type '${alike}'` })]
}

const isRepeated = (choices: readonly Json[], index: number): boolean =>
  choices.slice(0, index).some((earlier) => JSON.stringify(earlier) === JSON.stringify(choices[index]))

const nullChoice = (module: string, path: string, part: Field): readonly Fault[] =>
  part.nullable
    ? [fault(module, `${path}.nullable`, "'nullable' on a choice", { expected: 'it beside the choices' })]
    : []

const typeOf = (value: Json): FieldType => {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return 'string'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}
