import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { meantInitial } from './state-is-reached-and-left.ts'

/** Transitions leave states that a record can stand in, and the final ones are such states. */
export const transitionNamesAState: Rule = (model) =>
  Object.values(model.resources).flatMap(({ module, name, states: machine }) => {
    if (machine === null) return []
    const { states, final, transitions } = machine
    const meant = meantInitial(machine)
    const missing = (path: string, state: string) =>
      // A misspelt initial state is one mistake, and it is told of where it stands.
      states.includes(state) || state === meant
        ? []
        : [fault(module, path, `no state '${state}'`, { word: state, known: states })]
    return [
      ...transitions.flatMap((transition) => {
        const path = `${name}.states.transitions.${transition.name}.from`
        if (transition.from.length === 0) return [fault(module, path, 'leaves no state', { expected: 'at least one' })]
        return transition.from.flatMap((state, index) => missing(`${path}[${index}]`, state))
      }),
      ...final.flatMap((state, index) => missing(`${name}.states.final[${index}]`, state)),
    ]
  })
