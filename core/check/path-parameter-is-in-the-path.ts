import { parameters } from '../complete/operation.ts'
import { type Fault, fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** What `params` describes stands in the path, once; a resource's own path has only the `{id}` that the core adds. */
export const pathParameterIsInThePath: Rule = (_, { operations, pages, resources }) => [
  ...[...Object.values(operations), ...Object.values(pages)].flatMap(
    ({ module, definition: { name, path, params = {} } }): readonly Fault[] => {
      const known = parameters(path)
      return [
        ...Object.keys(params)
          .filter((param) => !known.includes(param))
          .map((param) =>
            fault(module, `${name}.params.${param}`, `no '{${param}}' in the path`, { word: param, known }),
          ),
        ...known
          .filter((param, index) => known.indexOf(param) < index)
          .map((param) => fault(module, `${name}.path`, `'{${param}}' stands in it twice`)),
      ]
    },
  ),
  ...Object.values(resources).flatMap(({ module, definition: { name, path = '' } }) =>
    parameters(path).map((param) =>
      fault(module, `${name}.path`, `'{${param}}' in a resource's path`, { expected: 'a path without parameters' }),
    ),
  ),
]
