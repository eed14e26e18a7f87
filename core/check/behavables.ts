import type { Behavable } from '#definitions'
import { type Collection, nameOf } from '../collect.ts'

/** A definition that a behaviour can serve. */
export interface DeclaredBehavable {
  readonly kind: Behavable['kind']
  readonly name: string
  readonly module: string
  readonly needsBehaviour: boolean
  /** Why it needs none, where it doesn't. */
  readonly because: string
}

/** Every definition that a behaviour can serve. */
export const behavables = (collection: Collection): readonly DeclaredBehavable[] => {
  const { operations, jobs, pages, subscriptions, contributions, extensionPoints } = collection
  const own = [...Object.values(operations), ...Object.values(jobs), ...Object.values(pages)]
  return [
    ...own.map(({ module, definition: { kind, name } }) => ({ kind, name, module, needsBehaviour: true, because: '' })),
    ...Object.values(subscriptions).map(({ module, definition: { kind, name, job } }) => ({
      ...{ kind, name, module },
      needsBehaviour: job === undefined,
      because: `job '${job}' does the work`,
    })),
    ...Object.values(contributions).map(({ module, definition }) => ({
      ...{ kind: definition.kind, name: nameOf(definition), module },
      needsBehaviour:
        Object.hasOwn(extensionPoints, definition.to) && extensionPoints[definition.to]?.definition.input !== undefined,
      because: `data alone for '${definition.to}'`,
    })),
  ]
}
