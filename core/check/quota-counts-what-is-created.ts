import { fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** A create counts against a quota of its own resource, whose records belong to accounts. */
export const quotaCountsWhatIsCreated: Rule = (model) => [
  ...Object.values(model.operations).flatMap(({ module, resource, action }) => {
    const quota = action.kind === 'create' && action.quota !== null ? model.quotas[action.quota] : undefined
    if (quota?.counts === undefined || quota.counts === resource) return []
    const known = Object.values(model.quotas)
      .filter(({ counts }) => counts === resource)
      .map(({ name }) => name)
    const found = `'${quota.name}' counts '${quota.counts}'`
    const right = {
      expected: `a quota that counts '${resource}'`,
      ...(known[0] === undefined ? {} : { word: known[0], known }),
    }
    return [fault(module, `${resource}.operations.create.quota`, found, right)]
  }),
  ...Object.values(model.quotas).flatMap(({ module, name, counts }) =>
    Object.hasOwn(model.resources, counts) && model.resources[counts]?.owner === 'none'
      ? [fault(module, `${name}.counts`, `'${counts}' belongs to no account`, { expected: 'records of an account' })]
      : [],
  ),
]
