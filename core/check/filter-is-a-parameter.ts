import type { Field, Resource } from '#definitions'
import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { isPlain } from './parameter-is-plain.ts'

const walking = ['page', 'limit', 'cursor', 'search']

/** A filter is a query parameter of its own that a field must equal. */
export const filterIsAParameter: Rule = (_, collection) =>
  Object.values(collection.resources).flatMap(({ module, definition }) =>
    Object.entries(definition.operations ?? {}).flatMap(([operation, { filters = {} }]) =>
      Object.entries(filters).flatMap(([query, name]) => {
        const path = `${definition.name}.operations.${operation}.filters.${query}`
        const fields = filterable(definition)
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined
        return [
          ...(walking.includes(query)
            ? [fault(module, path, `'${query}' walks the list`, { expected: 'another name' })]
            : []),
          ...(field === undefined
            ? [fault(module, path, `no field '${name}'`, { word: name, known: Object.keys(fields) })]
            : []),
          ...(field !== undefined && !isPlain(field) && !isPlainList(field)
            ? [fault(module, path, `'${name}' has no plain value`, { expected: 'text, a number or a boolean' })]
            : []),
          ...(field?.secret
            ? [fault(module, path, `'${name}' is a secret`, { expected: 'what may stand in a log' })]
            : []),
        ]
      }),
    ),
  )

const filterable = ({ fields, states }: Resource): { readonly [name: string]: Field } => ({
  ...fields,
  id: { type: 'string', format: 'uuid' },
  ...(states === undefined ? {} : { [states.field ?? 'status']: { type: 'string' } }),
})

/** A list of words is filtered by one of them. */
const isPlainList = ({ type, items }: Field): boolean => type === 'array' && items?.type === 'string'
