import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { declaredFields } from './declared-fields.ts'

const saying = ['type', 'ref', 'enum', 'const', 'oneOf', 'anyOf'] as const

/** Every field says what it holds: a validator that accepts anything is never what was meant. */
export const fieldSaysItsType: Rule = (_, collection) =>
  declaredFields(collection).flatMap(({ module, path, field }) => {
    const said = saying.filter((word) => field[word] !== undefined)
    if (said.length === 0) {
      return [fault(module, path, 'says no type', { expected: `one of ${saying.join(', ')}` })]
    }
    if (field.ref !== undefined) {
      return said
        .filter((word) => word !== 'ref')
        .map((word) => fault(module, `${path}.${word}`, `'${word}' beside 'ref'`, { expected: "'ref' alone" }))
    }
    const open = (['properties', 'additionalProperties', 'oneOf', 'anyOf'] as const).every(
      (word) => field[word] === undefined,
    )
    return field.type === 'object' && open
      ? [fault(module, path, 'says nothing of its members', { expected: "'properties', or 'additionalProperties'" })]
      : []
  })
