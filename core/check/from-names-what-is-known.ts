import { fault } from '../fault.ts'
import type { Rule } from './check.ts'

const known = ['account.name', 'account.email', 'account.plan']

/** `from` takes text of the account that a record belongs to. */
export const fromNamesWhatIsKnown: Rule = (model) =>
  Object.values(model.resources).flatMap(({ module, name, owner, fields }) =>
    fields.flatMap(({ name: field, from, type, format }) => {
      if (from === null) return []
      const path = `${name}.fields.${field}.from`
      if (!known.includes(from))
        return [fault(module, path, `no '${from}'`, { expected: known.join(', '), word: from, known })]
      if (owner === 'none') return [fault(module, path, `'${from}' for a record of no account`)]
      if (type === 'string' && (format === null || format === 'email')) return []
      const found = format === null ? `type '${type}'` : `format '${format}'`
      return [fault(module, path, `text for ${found}`, { expected: 'plain text' })]
    }),
  )
