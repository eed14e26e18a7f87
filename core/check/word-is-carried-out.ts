import { fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** What the language has a word for and the core doesn't carry out yet is refused, not passed over silently. */
export const wordIsCarriedOut: Rule = (model) =>
  Object.values(model.resources).flatMap(({ module, name, states }) =>
    (states?.transitions ?? [])
      .filter(({ after }) => after !== null)
      .map((transition) =>
        fault(module, `${name}.states.transitions.${transition.name}.after`, 'nothing carries this out yet', {
          expected: 'a transition that is asked for',
        }),
      ),
  )
