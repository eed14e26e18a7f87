import type { Machine } from '#definitions'
import type { ModelMachine } from '../model.ts'

/** A declared machine with nothing left open. */
export const completeMachine = (machine: Machine): ModelMachine => {
  const transitions = Object.entries(machine.transitions).map(([name, transition]) => ({
    name,
    doc: transition.doc ?? '',
    from: transition.from,
    to: transition.to,
    refused: transition.refused ?? 'INVALID_TRANSITION',
    event: transition.event ?? null,
    job: transition.job ?? null,
    after: transition.after ?? null,
    since: transition.since ?? 'updated_at',
  }))
  return {
    field: machine.field ?? 'status',
    initial: machine.initial,
    final: machine.final ?? [],
    // A state is what a record can come to stand in: the first one, and wherever a transition leads.
    states: [...new Set([machine.initial, ...transitions.map(({ to }) => to)])],
    transitions,
  }
}
