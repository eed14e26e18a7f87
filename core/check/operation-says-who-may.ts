import { fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** An operation says a scope or another way to be let in, not both; and a GET reads no body. */
export const operationSaysWhoMay: Rule = (_, { operations }) =>
  Object.values(operations).flatMap(({ module, definition: { name, scope, auth, method, body } }) => [
    ...(scope === undefined || auth === undefined
      ? []
      : [fault(module, `${name}.auth`, "'auth' beside 'scope'", { expected: 'one of the two' })]),
    ...(method === 'GET' && body !== undefined
      ? [fault(module, `${name}.body`, "'body' on a GET", { expected: "'query'" })]
      : []),
  ])
