import type { ResourceOperation } from '#definitions'
import { derivedOperations } from '../complete/operation.ts'
import { type Fault, fault } from '../fault.ts'
import type { Rule } from './check.ts'

type Derived = (typeof derivedOperations)[number] | 'transition'

/** The operations for which a word means something. */
const meant: { readonly [word in keyof ResourceOperation]?: readonly Derived[] } = {
  paging: ['list'],
  filters: ['list'],
  quota: ['create'],
  replies: ['create', 'replace'],
  omitted: ['replace'],
}

/** An operation of a resource is one that the core derives, or carries out a transition; its words say something of it. */
export const resourceOperationIsDerived: Rule = (_, { resources }) =>
  Object.values(resources).flatMap(({ module, definition: { name, states, operations = {} } }) =>
    Object.entries(operations).flatMap(([operation, said]): readonly Fault[] => {
      const path = `${name}.operations.${operation}`
      const derived = derivedOperations.find((each) => each === operation)
      const transitions = Object.keys(states?.transitions ?? {})
      if (derived === undefined && said.transition === undefined && !transitions.includes(operation)) {
        const known = [...derivedOperations, ...transitions]
        const expected = `${derivedOperations.join(', ')}, or a transition`
        return [fault(module, path, `no operation '${operation}'`, { expected, word: operation, known })]
      }
      const transition = said.transition
      return [
        ...(derived !== undefined && transition !== undefined
          ? [
              fault(module, `${path}.transition`, `'${operation}' carries out no transition`, {
                expected: 'another name',
              }),
            ]
          : []),
        ...(transition !== undefined && !transitions.includes(transition)
          ? [
              fault(module, `${path}.transition`, `no transition '${transition}'`, {
                word: transition,
                known: transitions,
              }),
            ]
          : []),
        ...Object.entries(meant)
          .filter(([word, actions]) => Object.hasOwn(said, word) && !actions.includes(derived ?? 'transition'))
          .map(([word, actions]) =>
            fault(module, `${path}.${word}`, `'${word}' says nothing of '${operation}'`, {
              expected: `it on ${actions.join(' or ')}`,
            }),
          ),
      ]
    }),
  )
