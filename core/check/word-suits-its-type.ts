import type { Field, FieldType } from '#definitions'
import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { declaredFields } from './declared-fields.ts'

const numbers: readonly FieldType[] = ['integer', 'number']

const typesOf: { readonly [word in keyof Field]?: readonly FieldType[] } = {
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  format: ['string'],
  search: ['string'],
  minimum: numbers,
  maximum: numbers,
  exclusiveMinimum: numbers,
  exclusiveMaximum: numbers,
  multipleOf: numbers,
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  properties: ['object'],
  additionalProperties: ['object'],
  minProperties: ['object'],
  maxProperties: ['object'],
}

/** A word that limits one type stands with that type: elsewhere a validator would pass over it silently. */
export const wordSuitsItsType: Rule = (_, collection) =>
  declaredFields(collection).flatMap(({ module, path, field }) =>
    Object.entries(typesOf).flatMap(([word, types]) => {
      if (!Object.hasOwn(field, word) || (field.type !== undefined && types.includes(field.type))) return []
      const found = field.type === undefined ? `'${word}' without a type` : `'${word}' on type '${field.type}'`
      return [fault(module, `${path}.${word}`, found, { expected: `type ${types.map(quote).join(' or ')}` })]
    }),
  )

const quote = (type: string): string => `'${type}'`
