import { fault } from '../fault.ts'
import { behavables } from './behavables.ts'
import type { Rule } from './check.ts'

/** What data can't say has its program. */
export const definitionHasItsBehaviour: Rule = (_, collection) => {
  const behaviours = Object.values(collection.behaviours)
  const known = behavables(collection)
  return known.flatMap(({ module, kind, name, needsBehaviour }) => {
    const has = behaviours.some((each) => each.module === module && each.kind === kind && each.serves === name)
    if (!needsBehaviour || has) return []
    // A behaviour that serves nothing may have been meant for this.
    const idle = behaviours
      .filter((each) => each.module === module && each.kind === kind)
      .filter(({ serves }) => !known.some((each) => each.kind === kind && each.name === serves))
      .map(({ serves }) => serves)
    return [fault(module, name, `${kind} without its behaviour`, { word: name, known: idle })]
  })
}
