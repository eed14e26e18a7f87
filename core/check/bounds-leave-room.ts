import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { declaredFields } from './declared-fields.ts'

const pairs = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

/** Some value fits between a field's bounds. */
export const boundsLeaveRoom: Rule = (_, collection) =>
  declaredFields(collection).flatMap(({ module, path, field }) => [
    ...pairs.flatMap(([least, most]) => {
      const [low, high] = [field[least], field[most]]
      if (low === undefined || high === undefined || low <= high) return []
      return [fault(module, `${path}.${least}`, `${low} is more than '${most}', ${high}`)]
    }),
    ...(field.multipleOf === undefined || field.multipleOf > 0
      ? []
      : [fault(module, `${path}.multipleOf`, `found ${field.multipleOf}`, { expected: 'a number above 0' })]),
  ])
