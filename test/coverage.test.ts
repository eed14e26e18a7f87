import t from 'tap'
import { hasCode } from './coverage.ts'

t.test('a file of types alone has no code to cover', async (t) => {
  const types = [
    '/** Words. */',
    "import type { A } from './a.ts'",
    'export type B<C> = {',
    '  readonly a: A // the first',
    '} & C',
    'export interface D {}',
    'export type { A }',
  ]
  t.notOk(hasCode(types.join('\n')))
  t.ok(hasCode([...types, 'export const b = 1'].join('\n')))
  t.ok(hasCode("export * from './a.ts'"))
  t.ok(hasCode("import './a.ts'"))
})
