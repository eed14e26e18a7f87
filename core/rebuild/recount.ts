import * as Effect from 'effect/Effect'
import { tableOf } from '../derive/statements/record.ts'
import type { ModelResource } from '../model.ts'
import type { Sql, SqlFailure } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'

/** Counts every account's records anew; writes to the table wait meanwhile. */
export const recount = (sql: Sql, resource: ModelResource): Effect.Effect<void, SqlFailure> => {
  const tallies = schemaNameOf('tallies')
  const held = statement(`${resource.name}.recount-lock`, `lock table ${tableOf(resource)} in share mode`)
  const zeroed = statement(`${resource.name}.recount-zero`, `update ${tallies} set count = 0 where name = $1`)
  const text = [
    `insert into ${tallies} (account_id, name, count)`,
    `select account_id, $1::text, count(*)::integer from ${tableOf(resource)} group by account_id`,
    'on conflict (account_id, name) do update set count = excluded.count',
  ].join(' ')
  return Effect.gen(function* () {
    yield* sql.query(held, [])
    yield* sql.query(zeroed, [resource.name])
    yield* sql.query(statement(`${resource.name}.recount`, text), [resource.name])
  })
}
