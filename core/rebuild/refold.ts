import * as Effect from 'effect/Effect'
import type { Json } from '#definitions'
import { recordJson, tableOf } from '../derive/statements/record.ts'
import { toWritten } from '../derive/statements/write.ts'
import { searchColumns } from '../derive/tables.ts'
import type { ModelResource } from '../model.ts'
import type { Sql, SqlFailure } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'

const batch = 500

/** Makes the searched text of every record anew, a few hundred at a time. */
export const refold = (sql: Sql, resource: ModelResource): Effect.Effect<void, SqlFailure> => {
  const owner = resource.owner === 'account' ? 't.account_id::text' : "''"
  const read = statement(
    `${resource.name}.refold-read`,
    `select t.id, ${owner} as owner, ${recordJson(resource, true)} as record from ${tableOf(resource)} t
     where t.id > $1 order by t.id limit ${batch} for update`,
  )
  const write = statement(
    `${resource.name}.refold-write`,
    `update ${tableOf(resource)} t set ${searchColumns.text} = made.text, ${searchColumns.grams} = made.grams::integer[]
     from unnest($1::uuid[], $2::text[], $3::text[]) as made (id, text, grams) where t.id = made.id`,
  )
  const written = toWritten(
    resource,
    resource.fields.filter(({ search }) => search),
  )
  const [text, grams] = [searchColumns.text, searchColumns.grams].map((name) =>
    written.find(({ column }) => column === name),
  )
  const from = (after: string): Effect.Effect<void, SqlFailure> =>
    Effect.gen(function* () {
      const rows = yield* sql.query<{ readonly id: string; readonly owner: string; readonly record: string }>(read, [
        after,
      ])
      const last = rows.at(-1)
      if (last === undefined || text === undefined || grams === undefined) return
      const made = rows.map(({ id, owner: whose, record }) => {
        const members: { readonly [name: string]: Json } = JSON.parse(record)
        return [id, String(text.toValue(members, whose)), String(grams.toValue(members, whose))] as const
      })
      yield* sql.query(write, [made.map(([id]) => id), made.map(([, each]) => each), made.map(([, , each]) => each)])
      yield* from(last.id)
    })
  return from('00000000-0000-0000-0000-000000000000')
}
