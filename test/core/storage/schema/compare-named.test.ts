import t from 'tap'
import { compareNamed } from '#core/storage/schema/compare-named.ts'

const named = (entries: { readonly [name: string]: string }) => new Map(Object.entries(entries))

t.test('the same names with the same definitions differ in nothing', (t) => {
  const difference = compareNamed(named({ a: 'x', b: 'y' }), named({ b: 'y', a: 'x' }))
  t.same(difference, { missing: [], changed: [], renamed: [], undeclared: [] })
  t.end()
})

t.test('what is new, what changed and what nobody declares are told apart', (t) => {
  const difference = compareNamed(
    named({ new: 'x', same: 'y', other: 'now' }),
    named({ same: 'y', other: 'then', old: 'z' }),
  )
  t.same(difference, { missing: ['new'], changed: ['other'], renamed: [], undeclared: ['old'] })
  t.end()
})

t.test('a missing one is found again under another name, each live one once', (t) => {
  const difference = compareNamed(named({ one: 'x', two: 'x' }), named({ old: 'x' }))
  t.same(difference, { missing: ['two'], changed: [], renamed: [{ from: 'old', to: 'one' }], undeclared: [] })
  t.end()
})
