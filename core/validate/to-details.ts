import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Detail } from '#definitions'
import { nearest } from '../fault.ts'
import { toPointerStep } from './json-pointer.ts'

/** More than anybody reads: a small request must not cause a big answer. */
export const mostDetails = 1000

/** A validator's errors as clients read them: each with its place, a sentence, and the nearest right word. */
export const toDetails = (errors: readonly ErrorObject[], where: Detail['in']): readonly Detail[] => {
  const details = new Map<string, Detail>()
  for (const error of errors) {
    if (details.size === mostDetails) break
    const path = toPath(error)
    const message = toMessage(error)
    if (message !== null) details.set(`${path} ${message}`, { in: where, path, message })
  }
  return [...details.values()]
}

const toPath = ({ keyword, instancePath, params }: ErrorObject): string => {
  const member =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : undefined
  return typeof member === 'string' ? `${instancePath}${toPointerStep(member)}` : instancePath
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const words = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ')

const typeNames: { readonly [type: string]: string } = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

const formatNames: { readonly [format: string]: string } = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  'date-time': 'a time such as 2026-11-21T04:16:27.000Z',
  date: 'a date such as 2026-11-21',
  uri: 'an absolute URL',
  byte: 'base64',
  duration: 'a duration such as 300ms, 30s, 1m, 2h or 5d',
}

/** null for errors that only repeat what another one of the same value says. */
const toMessage = ({ keyword, params, parentSchema, message, data }: ErrorObject): string | null => {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties': {
      const known = Object.keys(parentSchema?.properties ?? {})
      const near = nearest(String(params.additionalProperty), known)
      return near === null ? 'is not a known member' : `is not a known member; did you mean '${near}'?`
    }
    case 'type':
      return `must be ${[params.type]
        .flat()
        .map((type) => typeNames[String(type)] ?? type)
        .join(' or ')}`
    case 'minLength':
      return `must have at least ${plural(params.limit, 'character')}`
    case 'maxLength':
      return `must have at most ${plural(params.limit, 'character')}`
    case 'minItems':
      return `must have at least ${plural(params.limit, 'item')}`
    case 'maxItems':
      return `must have at most ${plural(params.limit, 'item')}`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${params.comparison} ${params.limit}`
    case 'enum': {
      const choices: readonly unknown[] = params.allowedValues
      const near =
        typeof data === 'string'
          ? nearest(
              data,
              choices.filter((choice) => typeof choice === 'string'),
            )
          : null
      return `must be one of ${words(choices)}${near === null ? '' : `; did you mean '${near}'?`}`
    }
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'format':
      return `must be ${formatNames[String(params.format)] ?? params.format}`
    case 'pattern':
      return `must match ${params.pattern}`
    case 'uniqueItems':
      return `items ${params.j} and ${params.i} are equal`
    case 'if':
      return null
    default:
      return message ?? 'is not valid'
  }
}
