import { registerHooks } from 'node:module'
import t from 'tap'
import { column, liveDatabase, memory, table } from './declared.ts'

const loaded: string[] = []
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier.startsWith('@mikro-orm/')) loaded.push(specifier)
    return next(specifier, context)
  },
})

t.test('neither the first start nor one on a settled database loads MikroORM', async (t) => {
  const { applyWith, plan } = await liveDatabase(t)
  const tables = [...memory, table('student', { columns: [column('name')] })]
  await applyWith({ trustFingerprint: true }, ...tables)
  await applyWith({ trustFingerprint: true }, ...tables)
  t.same(loaded, [])
  await plan(...tables)
  t.not(loaded.length, 0)
})
