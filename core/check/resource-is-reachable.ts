import { type Fault, fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** A resource with operations has what their routes and statements need: a path, an id, an order. */
export const resourceIsReachable: Rule = (_, { resources }) =>
  Object.values(resources).flatMap(({ module, definition }): readonly Fault[] => {
    const { name, path, key, id, timestamps, operations = {}, states } = definition
    const has = Object.keys(operations).length > 0
    return [
      ...(has && path === undefined ? [fault(module, `${name}.path`, "operations without a 'path'")] : []),
      ...(has && key !== undefined
        ? [fault(module, `${name}.key`, 'operations on rows without an id', { expected: "no 'key'" })]
        : []),
      ...(states !== undefined && key !== undefined
        ? [fault(module, `${name}.key`, 'states of rows without an id', { expected: "no 'key'" })]
        : []),
      ...(Object.hasOwn(operations, 'list') && id === 'uuid4' && timestamps === false
        ? [
            fault(module, `${name}.operations.list`, 'a list without an order', {
              expected: 'timestamps, or ids in order of time',
            }),
          ]
        : []),
    ]
  })
