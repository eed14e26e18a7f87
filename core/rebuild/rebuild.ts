import * as Effect from 'effect/Effect'
import type { Model, ModelResource } from '../model.ts'
import type { Database, Sql, SqlFailure } from '../storage/database.ts'
import { schemaNameOf, statement } from '../storage/statement.ts'
import { recount } from './recount.ts'
import { refold } from './refold.ts'

/** Goes up when the way searched text or its grams are made changes. */
const searchVersion = 1

const known = statement(
  'rebuild.known',
  `select name, value from ${schemaNameOf('installation')} where name like 'made %'`,
)

const done = statement(
  'rebuild.done',
  `insert into ${schemaNameOf('installation')} (name, value) values ($1, $2) on conflict (name) do update set value = $2`,
)

const lock = statement('rebuild.lock', "select pg_advisory_xact_lock(hashtextextended('lectern rebuild', 0))")

interface Made {
  readonly name: string
  /** The rule by which it was made. */
  readonly rule: string
  readonly make: (sql: Sql) => Effect.Effect<void, SqlFailure>
}

/**
 * Brings up to date what is made from other columns and whose rule is new here: totals of resources that are counted from
 * now on, searched text of fields that are searched from now on. Answers what was made anew; nothing when all is.
 */
export const rebuild = (database: Database, model: Model): Effect.Effect<readonly string[], SqlFailure> => {
  const all = Object.values(model.resources).flatMap(toMade)
  const missing = (sql: Sql) =>
    Effect.map(sql.query<{ readonly name: string; readonly value: string }>(known, []), (rows) => {
      const rules = new Map(rows.map(({ name, value }) => [name, value]))
      return all.filter(({ name, rule }) => rules.get(name) !== rule)
    })
  return Effect.flatMap(missing(database), (found) =>
    found.length === 0
      ? Effect.succeed([])
      : database.transaction((sql) =>
          Effect.gen(function* () {
            yield* sql.query(lock, [])
            const left = yield* missing(sql)
            for (const { name, rule, make } of left) {
              yield* make(sql)
              yield* sql.query(done, [name, rule])
            }
            return left.map(({ name }) => name)
          }),
        ),
  )
}

const toMade = (resource: ModelResource): readonly Made[] => {
  const searched = resource.fields.filter(({ search }) => search).map(({ name }) => name)
  return [
    ...(resource.counted
      ? [{ name: `made total of ${resource.name}`, rule: 'rows', make: (sql: Sql) => recount(sql, resource) }]
      : []),
    ...(resource.searched
      ? [
          {
            name: `made search of ${resource.name}`,
            rule: `${searchVersion} ${searched.join(' ')}`,
            make: (sql: Sql) => refold(sql, resource),
          },
        ]
      : []),
  ]
}
