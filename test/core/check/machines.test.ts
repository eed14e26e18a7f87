import { test } from 'tap'
import type { Machine } from '#definitions'
import { faultsOfResource } from './faults-of.ts'

const faultsOfMachine = (states: Machine): readonly string[] => faultsOfResource({ states })

const submit = { from: ['open'], to: 'submitted' }
const grade = { from: ['submitted'], to: 'graded' }

test('a machine whose states are all reached and left has no fault', async (t) => {
  t.same(faultsOfMachine({ initial: 'open', final: ['graded'], transitions: { submit, grade } }), [])
  const reopen = { from: ['submitted'], to: 'open' }
  t.same(faultsOfMachine({ initial: 'open', transitions: { submit, reopen } }), [])
})

test('a transition leaves states that a record can stand in', async (t) => {
  const wrong = { from: ['submited', 'open'], to: 'graded' }
  t.same(faultsOfMachine({ initial: 'open', final: ['graded'], transitions: { submit, wrong, grade } }), [
    "school: pupil.states.transitions.wrong.from[0]: no state 'submited'; did you mean 'submitted'?",
  ])
  const nowhere = { from: [], to: 'open' }
  t.same(faultsOfMachine({ initial: 'open', final: ['graded'], transitions: { submit, grade, nowhere } }), [
    'school: pupil.states.transitions.nowhere.from: leaves no state; expected at least one',
  ])
  t.same(faultsOfMachine({ initial: 'open', final: ['graded', 'grded'], transitions: { submit, grade } }), [
    "school: pupil.states.final[1]: no state 'grded'; did you mean 'graded'?",
  ])
})

test('a misspelt initial state is one fault', async (t) => {
  t.same(faultsOfMachine({ initial: 'opn', final: ['graded'], transitions: { submit, grade } }), [
    "school: pupil.states.initial: no state 'opn'; did you mean 'open'?",
  ])
})

test('an initial state that nothing is near to is a dead end, and nothing else is reached', async (t) => {
  t.same(faultsOfMachine({ initial: 'new', final: ['submitted'], transitions: { submit } }), [
    "school: pupil.states.transitions.submit.from[0]: no state 'open'",
    "school: pupil.states: state 'submitted' is never reached; expected a way from 'new'",
    "school: pupil.states: state 'new' is never left; expected a transition from it, or it among final",
  ])
})

test('a state that no way leads to is told of', async (t) => {
  const there = { from: ['lost'], to: 'found' }
  const back = { from: ['found'], to: 'lost' }
  t.same(faultsOfMachine({ initial: 'open', final: ['submitted'], transitions: { submit, there, back } }), [
    "school: pupil.states: state 'found' is never reached; expected a way from 'open'",
    "school: pupil.states: state 'lost' is never reached; expected a way from 'open'",
  ])
})

test('a state is left again or is final, not both', async (t) => {
  t.same(faultsOfMachine({ initial: 'open', transitions: { submit } }), [
    "school: pupil.states: state 'submitted' is never left; expected a transition from it, or it among final",
  ])
  const again = { from: ['submitted'], to: 'submitted' }
  t.same(faultsOfMachine({ initial: 'open', transitions: { submit, again } }), [
    "school: pupil.states: state 'submitted' is never left; expected a transition from it, or it among final",
  ])
  t.same(faultsOfMachine({ initial: 'open', final: ['submitted', 'graded'], transitions: { submit, grade } }), [
    "school: pupil.states.final[0]: 'submitted' is left; expected no transition from it",
  ])
})

test('a transition that happens by itself counts from a time, and nothing carries it out yet', async (t) => {
  const machine = (more: object): Machine => ({
    initial: 'open',
    final: ['submitted'],
    transitions: { submit: { ...submit, ...more } },
  })
  t.same(faultsOfMachine(machine({ after: '1d', since: 'name' })), [
    "school: pupil.states.transitions.submit.since: 'name' is no time; expected a field of format 'date-time'",
    'school: pupil.states.transitions.submit.after: nothing carries this out yet; expected a transition that is asked for',
  ])
  t.same(faultsOfMachine(machine({ since: 'created_at' })), [
    "school: pupil.states.transitions.submit.since: 'since' without 'after'; expected both or neither",
  ])
})
