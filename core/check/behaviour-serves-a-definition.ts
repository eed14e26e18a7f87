import { fault } from '../fault.ts'
import { behavables } from './behavables.ts'
import type { Rule } from './check.ts'

/** A behaviour serves a definition of its own module, one whose work the core doesn't do by itself. */
export const behaviourServesADefinition: Rule = (_, collection) => {
  const known = behavables(collection)
  return Object.values(collection.behaviours).flatMap(({ module, kind, serves }) => {
    const own = known.filter((each) => each.kind === kind && each.module === module)
    const served = own.find(({ name }) => name === serves)
    if (served?.needsBehaviour) return []
    if (served !== undefined) {
      return [fault(module, 'behaviours', `'${serves}' needs no behaviour`, { expected: served.because })]
    }
    const names = own.map(({ name }) => name)
    const elsewhere = known.find((each) => each.kind === kind && each.name === serves)?.module
    return [
      elsewhere === undefined
        ? fault(module, 'behaviours', `no ${kind} '${serves}'`, { word: serves, known: names })
        : fault(module, 'behaviours', `${kind} '${serves}' is declared by '${elsewhere}'`, { expected: 'it there' }),
    ]
  })
}
