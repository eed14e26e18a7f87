import { type Fault, fault } from '../fault.ts'
import type { ModelResource } from '../model.ts'
import type { Rule } from './check.ts'

/** What happens by itself counts from a field that holds a time: retention, and transitions with `after`. */
export const timeIsCountedFromATime: Rule = (model, collection) =>
  Object.values(model.resources).flatMap((resource) => {
    const { name, module, retention, states } = resource
    const declared = collection.resources[name]?.definition.states?.transitions ?? {}
    return [
      ...(retention === null ? [] : noTime(resource, `${name}.retention.since`, retention.since)),
      ...(states?.transitions ?? []).flatMap(({ name: transition, after, since }) => {
        const path = `${name}.states.transitions.${transition}.since`
        if (after !== null) return noTime(resource, path, since)
        return declared[transition]?.since === undefined
          ? []
          : [fault(module, path, "'since' without 'after'", { expected: 'both or neither' })]
      }),
    ]
  })

const noTime = ({ module, fields }: ModelResource, path: string, name: string): readonly Fault[] => {
  const times = fields.filter(({ format }) => format === 'date-time').map((field) => field.name)
  if (times.includes(name)) return []
  const found = fields.some((field) => field.name === name) ? `'${name}' is no time` : `no field '${name}'`
  return [fault(module, path, found, { expected: "a field of format 'date-time'", word: name, known: times })]
}
