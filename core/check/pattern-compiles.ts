import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { declaredFields } from './declared-fields.ts'

/** A pattern is a regular expression, read as a validator reads it: with Unicode's rules. */
export const patternCompiles: Rule = (_, collection) =>
  declaredFields(collection).flatMap(({ module, path, field: { pattern } }) => {
    const wrong = pattern === undefined ? null : refusal(pattern)
    return wrong === null ? [] : [fault(module, `${path}.pattern`, wrong)]
  })

const refusal = (pattern: string): string | null => {
  try {
    new RegExp(pattern, 'u')
    return null
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
}
