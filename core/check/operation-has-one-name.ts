import { fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** An operation of its own is not called what an operation of a resource is called already. */
export const operationHasOneName: Rule = (_, collection) => {
  const owners = new Map<string, string>(
    Object.values(collection.resources).flatMap(({ module, definition: { name, operations = {} } }) =>
      Object.keys(operations).map((operation) => [`${name}.${operation}`, module] as const),
    ),
  )
  return Object.values(collection.operations).flatMap(({ module, definition: { name } }) => {
    const owner = owners.get(name)
    return owner === undefined
      ? []
      : [fault(module, name, `an operation of a resource in '${owner}' too`, { expected: 'another name' })]
  })
}
