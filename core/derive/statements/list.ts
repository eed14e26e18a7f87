import type { Action, ModelResource } from '../../model.ts'
import { toNeedleGrams } from '../../search/grams.ts'
import { toSearchText } from '../../search/search-text.ts'
import type { SqlValue } from '../../storage/database.ts'
import { literal, quoted, type Statement, schemaNameOf, statement } from '../../storage/statement.ts'
import { columnType, listOrder, ownerColumns, searchColumns } from '../tables.ts'
import { recordColumns, tableOf } from './record.ts'

type ListAction = Extract<Action, { kind: 'list' }>

/** What one list request asks for. */
export interface ListQuery {
  /** From 1; page paging alone. */
  readonly page: number
  readonly limit: number
  readonly search: string
  /** By query parameter; what is absent is not filtered. */
  readonly filters: { readonly [query: string]: SqlValue }
  /** Where the page before ended, by the columns of the order; cursor paging alone. */
  readonly after: readonly string[] | undefined
}

/**
 * What comes back, in one row: `body` is the whole answer; with cursor paging only its beginning, and `seen` and `last` to
 * make the end of: how many were seen (one more than asked for when there is another page), and the place of the last.
 */
export interface Listed {
  readonly body: string
  readonly seen?: number
  readonly last?: readonly string[] | null
}

/** A list as statements: the text for a set of filters in use is made when it is first used, and kept. */
export interface ListStatements {
  readonly of: (
    query: ListQuery,
    account: string,
  ) => { readonly statement: Statement; readonly values: readonly SqlValue[] }
}

export const listStatements = (resource: ModelResource, action: ListAction): ListStatements => {
  // At most two to the power of the declared filters, and those are few.
  const kept = new Map<string, Statement>()
  return {
    of: (query, account) => {
      const needle = toSearchText(query.search)
      const used = action.filters.filter((filter) => query.filters[filter.query] !== undefined)
      const shape = { searches: needle !== '', filters: used, continues: query.after !== undefined }
      const key = `${shape.searches} ${shape.continues} ${used.map((filter) => filter.query).join(' ')}`
      let made = kept.get(key)
      if (made === undefined) {
        made = toStatement(resource, action, shape)
        kept.set(key, made)
      }
      const owner = resource.owner === 'account' ? account : ''
      const values: SqlValue[] = owner === '' ? [] : [owner]
      if (action.paging !== 'none') values.push(query.limit)
      if (action.paging === 'page') values.push(query.page)
      if (shape.searches) values.push(toNeedleGrams(needle, owner), needle)
      for (const filter of used) values.push(query.filters[filter.query] ?? null)
      values.push(...(query.after ?? []))
      return { statement: made, values }
    },
  }
}

interface Shape {
  readonly searches: boolean
  readonly filters: ListAction['filters']
  readonly continues: boolean
}

const toStatement = (resource: ModelResource, action: ListAction, shape: Shape): Statement => {
  let next = 1
  const parameter = () => `$${next++}`
  const conditions = ownerColumns(resource).map((column) => `t.${quoted(column)} = ${parameter()}`)
  const limit = action.paging === 'none' ? '' : parameter()
  const page = action.paging === 'page' ? parameter() : ''
  if (shape.searches) {
    conditions.push(`t.${searchColumns.grams} @> ${parameter()}::integer[]`)
    conditions.push(`strpos(t.${searchColumns.text}, ${parameter()}) > 0`)
  }
  for (const { field } of shape.filters) conditions.push(toCondition(resource, field, parameter()))
  const columns = listOrder(resource)
  if (shape.continues) {
    const place = columns.map((column) => `${parameter()}::${columnTypeOf(resource, column)}`)
    conditions.push(`(${columns.map((column) => `t.${quoted(column)}`).join(', ')}) < (${place.join(', ')})`)
  }
  const parts = {
    from: tableOf(resource),
    where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`,
    order: `order by ${columns.map((column) => `t.${quoted(column)} desc`).join(', ')}`,
  }
  const text =
    action.paging === 'cursor'
      ? cursorText(resource, parts, limit)
      : shape.searches || shape.filters.length > 0 || !resource.counted
        ? narrowedText(resource, parts, { limit, page })
        : wholeText(resource, parts, { limit, page })
  return statement(`${resource.name}.list`, text)
}

interface Parts {
  readonly from: string
  readonly where: string
  readonly order: string
}

/** The parameters of page paging; empty for a list that isn't walked. */
interface Walked {
  readonly limit: string
  readonly page: string
}

const toCut = ({ limit, page }: Walked): string =>
  limit === '' ? '' : `limit ${limit}::integer offset (${page}::integer - 1) * ${limit}::integer`

/** The page is cut first and only its rows are written as JSON. */
const toRecords = (resource: ModelResource, rows: string): string =>
  `(select string_agg(row_to_json(r)::text, ',') from (select ${recordColumns(resource)} from (${rows}) t) r)`

/** The whole answer is written by PostgreSQL: a page put together in Node would be copied once more. */
const toBody = (records: string, { limit, page }: Walked, total: string): string => {
  const walked = limit === '' ? '' : `,"page":' || ${page} || ',"limit":' || ${limit} || ',"total":' || ${total} || '`
  return `select '{"data":[' || coalesce(${records}, '') || ']${walked}}' as body`
}

/** All of an owner's: their number is kept, not counted. */
const wholeText = (resource: ModelResource, { from, where, order }: Parts, walked: Walked): string => {
  const kept = `select count from ${schemaNameOf('tallies')} where account_id = $1 and name = ${literal(resource.name)}`
  const rows = `select t.* from ${from} t ${where} ${order} ${toCut(walked)}`
  return toBody(toRecords(resource, rows), walked, `coalesce((${kept}), 0)`)
}

/** What matches is found once, for its number and for the page. */
const narrowedText = (resource: ModelResource, { from, where, order }: Parts, walked: Walked): string => {
  const keys = [...new Set([...listOrder(resource), 'id'])].map((column) => `t.${quoted(column)}`).join(', ')
  const found = `found as materialized (select ${keys} from ${from} t ${where})`
  const cut = `select * from found t ${order} ${toCut(walked)}`
  const rows = `select s.* from (${cut}) t join ${from} s on s.id = t.id ${order}`
  return `with ${found} ${toBody(toRecords(resource, rows), walked, '(select count(*) from found)')}`
}

/** One more than asked for is looked at, to know whether there is another page. */
const cursorText = (resource: ModelResource, { from, where, order }: Parts, limit: string): string => {
  const seen = `seen as materialized (select t.* from ${from} t ${where} ${order} limit ${limit}::integer + 1)`
  const place = listOrder(resource).map((column) => `t.${quoted(column)}::text`)
  const last = `(select array[${place.join(', ')}] from seen t ${order} offset ${limit}::integer - 1 limit 1) as last`
  const records = toRecords(resource, `select * from seen t ${order} limit ${limit}::integer`)
  const body = `'{"data":[' || coalesce(${records}, '') || ']' as body`
  return `with ${seen} select ${body}, (select count(*)::integer from seen) as seen, ${last}`
}

const columnTypeOf = (resource: ModelResource, name: string): string => {
  const field = resource.fields.find((each) => each.name === name)
  return field === undefined ? 'text' : columnType(field)
}

const toCondition = (resource: ModelResource, name: string, parameter: string): string => {
  const type = columnTypeOf(resource, name)
  // A list of words is filtered by one of them.
  return type === 'text[]'
    ? `t.${quoted(name)} @> array[${parameter}::text]`
    : `t.${quoted(name)} = ${parameter}::${type}`
}
