import type { Fields } from '#definitions'
import { completeField } from '../complete/field.ts'
import { type Fault, fault } from '../fault.ts'
import type { Model } from '../model.ts'
import type { Rule } from './check.ts'

const id: Fields = { id: { type: 'string', format: 'uuid' } }

/** What the core hands on by itself is what the receiver declares: `{ id }` of a record, an event's payload to a job. */
export const payloadFits: Rule = (model) => [
  ...Object.values(model.resources).flatMap(({ module, name, events, states }) => [
    ...Object.entries(events).flatMap(([change, event]) =>
      event === null ? [] : misfits(module, `${name}.events.${change}`, id, own(model.events, event)),
    ),
    ...(states?.transitions ?? []).flatMap(({ name: transition, event, job }) => {
      const path = `${name}.states.transitions.${transition}`
      return [
        ...(event === null ? [] : misfits(module, `${path}.event`, id, own(model.events, event))),
        ...(job === null ? [] : misfits(module, `${path}.job`, id, own(model.jobs, job))),
      ]
    }),
  ]),
  ...Object.values(model.subscriptions).flatMap(({ module, name, event, job }) =>
    job === null
      ? []
      : Object.entries(model.events)
          .filter(([each]) => event === '*' || event === each)
          .flatMap(([_, { payload }]) => misfits(module, `${name}.job`, payload, own(model.jobs, job))),
  ),
]

const own = (entries: Model['events'] | Model['jobs'], name: string): Fields | undefined =>
  Object.hasOwn(entries, name) ? entries[name]?.payload : undefined

/** `receiver` is undefined where nothing of that name is declared, which another rule tells. */
const misfits = (module: string, path: string, given: Fields, receiver: Fields | undefined): readonly Fault[] => {
  if (receiver === undefined) return []
  const declared = Object.keys(receiver)
  return [
    ...Object.entries(given).flatMap(([member, field]) => {
      const expected = Object.hasOwn(receiver, member) ? receiver[member] : undefined
      if (expected === undefined)
        return [
          fault(module, path, `its payload has no '${member}', which it is given`, { word: member, known: declared }),
        ]
      const [from, to] = [completeField(member, field), completeField(member, expected)]
      const fits = from.type === to.type && (from.nullable ? to.nullable : true)
      return fits ? [] : [fault(module, path, `its payload's '${member}' is another type than it is given`)]
    }),
    ...Object.entries(receiver).flatMap(([member, field]) =>
      completeField(member, field).required && !Object.hasOwn(given, member)
        ? [fault(module, path, `its payload requires '${member}', which it is not given`)]
        : [],
    ),
  ]
}
