import * as Effect from 'effect/Effect'
import { type Listed, type ListQuery, listStatements } from '../derive/statements/list.ts'
import type { Answer } from '../http/answer.ts'
import type { Action } from '../model.ts'
import { invalid, type Refusal } from '../refusal.ts'
import type { SqlValue } from '../storage/database.ts'
import type { Act, Request } from './act.ts'
import type { ResourceAct } from './parts.ts'

/** Answers one page; PostgreSQL writes the JSON of its records. */
export const listAct = (
  { operation, resource, parts }: ResourceAct,
  action: Extract<Action, { kind: 'list' }>,
): Act => {
  const statements = listStatements(resource, action)
  const names = action.filters.map(({ query }) => query)
  const toQuery = toListQuery(names)
  return {
    needsTransaction: () => false,
    run: (request, sql): Effect.Effect<Answer, Refusal> => {
      const account = request.principal?.account.id ?? ''
      const query = toQuery(request)
      if (action.paging !== 'cursor') {
        const { statement, values } = statements.of(query, account)
        return Effect.map(sql.query<Listed>(statement, values), ([row]) => toAnswer(row?.body ?? ''))
      }
      const asked = JSON.stringify([operation.name, account, query.search, query.filters])
      const { cursor } = request.query
      const after = typeof cursor === 'string' ? parts.cursors.read(cursor, asked) : undefined
      if (cursor !== undefined && after === undefined) return strangeCursor
      const { statement, values } = statements.of({ ...query, after }, account)
      return Effect.map(sql.query<Listed>(statement, values), ([row]) => {
        const more = (row?.seen ?? 0) > query.limit ? row?.last : undefined
        const next = more === undefined || more === null ? null : parts.cursors.make(more, asked)
        return toAnswer(`${row?.body ?? ''},"next_cursor":${JSON.stringify(next)},"limit":${query.limit}}`)
      })
    },
  }
}

const toAnswer = (body: string): Answer => ({ status: 200, body, single: false })

const strangeCursor = invalid([
  { in: 'query', path: '/cursor', message: 'must be the `next_cursor` of a page of this list with these filters' },
])

const toListQuery =
  (names: readonly string[]) =>
  ({ query }: Request): ListQuery => {
    const filters: { [query: string]: SqlValue } = {}
    for (const name of names) {
      const value = query[name]
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') filters[name] = value
    }
    return {
      page: Number(query.page ?? 1),
      limit: Number(query.limit ?? 20),
      search: typeof query.search === 'string' ? query.search : '',
      filters,
      after: undefined,
    }
  }
