import type { Field } from '#definitions'
import { typeOf } from '../complete/field.ts'
import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { declaredFields } from './declared-fields.ts'

/** A parameter of a query is one plain value, one of a path is text: an address can't say more. */
export const parameterIsPlain: Rule = (_, collection) =>
  declaredFields(collection)
    .filter(({ of, as }) => (of === 'path' || of === 'query') && as === 'member')
    .flatMap(({ module, path, field, of }) => {
      if (of === 'path') {
        const isText = isPlain(field) && typeOf(field) === 'string'
        return isText ? [] : [fault(module, path, found(field), { expected: 'text' })]
      }
      return [
        ...(isPlain(field) ? [] : [fault(module, path, found(field), { expected: 'text, a number or a boolean' })]),
        ...(field.nullable
          ? [fault(module, `${path}.nullable`, "an address can't say null", { expected: "'optional' or 'default'" })]
          : []),
      ]
    })

/** Whether one value in an address can be read as it: the type is known beforehand and has no parts. */
export const isPlain = (field: Field): boolean =>
  field.format !== 'byte' &&
  (field.type === undefined
    ? field.ref !== undefined || (field.oneOf === undefined && field.anyOf === undefined && typeOf(field) === 'string')
    : field.type !== 'array' && field.type !== 'object')

const found = (field: Field): string =>
  field.type === undefined ? 'says no plain type' : field.format === 'byte' ? 'bytes' : `type '${field.type}'`
