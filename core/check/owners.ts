import type { ByName, Model } from '../model.ts'
import type { Referable } from './references.ts'

/** Everything of one kind that is declared, by name, with the module that declares it. */
export const ownersOf = (model: Model, kind: Referable): ByName<{ readonly module: string }> => {
  switch (kind) {
    case 'resource':
      return model.resources
    case 'scope':
      return model.scopes
    case 'feature':
      return model.features
    case 'error':
      return model.errors
    case 'quota':
      return model.quotas
    case 'event':
      return model.events
    case 'job':
      return model.jobs
    case 'extension point':
      return model.extensionPoints
  }
}
