import { type Fault, fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { declaredFields } from './declared-fields.ts'

/** Columns that every PostgreSQL table has. Source: its documentation, "System Columns". */
const systemColumns = ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']

/** Members that every JavaScript object has: an omitted one would seem to be given. */
const inherited = ['__proto__', ...Object.getOwnPropertyNames(Object.prototype)]

/** No name is one that the core, PostgreSQL or JavaScript uses itself. */
export const nameIsFree: Rule = (_, collection) => [
  ...Object.values(collection.resources).flatMap(({ module, definition }) => {
    const { name, owner = 'account', key, timestamps = true, states, fields } = definition
    const inherent = [
      ...(key === undefined ? ['id'] : []),
      ...(owner === 'account' ? ['account_id'] : []),
      ...(timestamps ? ['created_at', 'updated_at'] : []),
    ]
    const state = states === undefined ? [] : [states.field ?? 'status']
    return [
      ...Object.keys(fields).flatMap((field) =>
        taken(module, `${name}.fields.${field}`, field, [...inherent, ...state]),
      ),
      ...state.flatMap((field) => taken(module, `${name}.states.field`, field, inherent)),
    ]
  }),
  ...declaredFields(collection).flatMap(({ module, path, name }) =>
    inherited.includes(name)
      ? [fault(module, path, `'${name}' is JavaScript's own`, { expected: 'another name' })]
      : [],
  ),
]

const taken = (module: string, path: string, name: string, inherent: readonly string[]): readonly Fault[] => {
  const owner = inherent.includes(name) ? 'the core' : systemColumns.includes(name) ? 'PostgreSQL' : null
  return owner === null ? [] : [fault(module, path, `'${name}' is ${owner}'s own`, { expected: 'another name' })]
}
