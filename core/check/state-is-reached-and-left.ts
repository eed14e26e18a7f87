import { fault, nearest } from '../fault.ts'
import type { ModelMachine } from '../model.ts'
import type { Rule } from './check.ts'

/** Every state is reached from the initial one, and is left again or is final. */
export const stateIsReachedAndLeft: Rule = (model) =>
  Object.values(model.resources).flatMap(({ module, name, states: machine }) => {
    if (machine === null) return []
    const { initial, final, states, transitions } = machine
    const path = `${name}.states`
    const meant = meantInitial(machine)
    const reached = reachedFrom(meant ?? initial, transitions)
    const isLeft = (state: string) => transitions.some(({ from, to }) => from.includes(state) && to !== state)
    return [
      ...(meant === null
        ? []
        : [fault(module, `${path}.initial`, `no state '${initial}'`, { word: initial, known: [meant] })]),
      ...states
        .filter((state) => state !== initial && !reached.has(state))
        .map((state) =>
          fault(module, path, `state '${state}' is never reached`, { expected: `a way from '${initial}'` }),
        ),
      ...states
        .filter((state) => !isLeft(state) && !final.includes(state) && (state !== initial || meant === null))
        .map((state) =>
          fault(module, path, `state '${state}' is never left`, {
            expected: `a transition from it, or it among final`,
          }),
        ),
      ...final.flatMap((state, index) =>
        isLeft(state)
          ? [fault(module, `${path}.final[${index}]`, `'${state}' is left`, { expected: 'no transition from it' })]
          : [],
      ),
    ]
  })

/** Where an initial state is named nowhere else: the state that transitions leave and nothing reaches, if it is near. */
export const meantInitial = ({ initial, final, states, transitions }: ModelMachine): string | null => {
  const isNamed =
    final.includes(initial) || transitions.some(({ from, to }) => from.includes(initial) || to === initial)
  if (isNamed) return null
  return nearest(
    initial,
    transitions.flatMap(({ from }) => from).filter((state) => !states.includes(state)),
  )
}

const reachedFrom = (initial: string, transitions: ModelMachine['transitions']): ReadonlySet<string> => {
  const reached = new Set([initial])
  // A set gives what is added to it while it is walked.
  for (const state of reached) {
    for (const { from, to } of transitions) if (from.includes(state)) reached.add(to)
  }
  return reached
}
