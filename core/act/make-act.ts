import { behaviourAct } from '../behave/behaviour-act.ts'
import type { ServiceParts } from '../behave/services.ts'
import type { ModelOperation } from '../model.ts'
import type { Plan } from '../plan.ts'
import type { Act } from './act.ts'
import { createAct } from './create.ts'
import { deleteAct } from './delete.ts'
import { getAct } from './get.ts'
import { listAct } from './list.ts'
import type { ActParts } from './parts.ts'
import { replaceAct } from './replace.ts'
import { transitionAct } from './transition.ts'

/** The work of an operation: derived from its resource, or its behaviour's. `check` has seen that there is one. */
export const makeAct = (operation: ModelOperation, plan: Plan, parts: ActParts & ServiceParts): Act => {
  const { action } = operation
  if (action.kind === 'behaviour') {
    const behaviour = plan.behaviours[`operation ${operation.name}`]
    if (behaviour === undefined) throw new Error(`${operation.name} has no behaviour.`)
    return behaviourAct(operation, behaviour, parts)
  }
  const resource = plan.model.resources[operation.resource ?? '']
  if (resource === undefined) throw new Error(`${operation.name} has no resource.`)
  const made = { operation, resource, parts }
  switch (action.kind) {
    case 'list':
      return listAct(made, action)
    case 'get':
      return getAct(made)
    case 'create':
      return createAct(made, action)
    case 'replace':
      return replaceAct(made, action)
    case 'delete':
      return deleteAct(made)
    case 'transition': {
      const transition = resource.states?.transitions.find(({ name }) => name === action.transition)
      if (transition === undefined) throw new Error(`${operation.name} has no transition.`)
      return transitionAct(made, transition)
    }
  }
}
