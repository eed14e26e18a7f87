import { columnType } from '../derive/tables.ts'
import { type Fault, fault } from '../fault.ts'
import type { Model, ModelField, ModelResource } from '../model.ts'
import type { Rule } from './check.ts'

/** PostgreSQL refuses a longer entry of a B-tree, and a row with it. Source: its documentation, "B-Tree Indexes". */
const entryBytes = 2704

/** Text that is searched or looked up has a bound, and what is looked up fits an index: longer text would be a 500. */
export const textIsBounded: Rule = (model) =>
  Object.values(model.resources).flatMap((resource) => [
    ...resource.fields
      .filter((field) => field.search && field.schema.maxLength === undefined)
      .map(({ name }) =>
        fault(resource.module, `${resource.name}.fields.${name}.search`, 'searches text without a bound', {
          expected: "'maxLength'",
        }),
      ),
    ...[...lookups(resource), ...filters(resource, model)].flatMap(([path, names]) => tooLong(resource, path, names)),
  ])

type Lookup = readonly [path: string, fields: readonly string[]]

const lookups = ({ name, key, unique, indexes, fields }: ModelResource): readonly Lookup[] => [
  [`${name}.key`, key],
  ...unique.map(({ name: each, fields: members }): Lookup => [`${name}.unique.${each}`, members]),
  ...indexes.map(({ name: each, fields: members }): Lookup => [`${name}.indexes.${each}`, members]),
  ...fields
    .filter(({ unique }) => unique)
    .map((field): Lookup => [`${name}.fields.${field.name}.unique`, [field.name]]),
]

/** A list of words has an index of another kind, without a bound. */
const filters = ({ name, fields }: ModelResource, { operations }: Model): readonly Lookup[] =>
  Object.values(operations).flatMap(({ resource, action }) =>
    resource !== name || action.kind !== 'list'
      ? []
      : action.filters
          .filter(({ field }) => fields.some((each) => each.name === field && !each.textItems))
          .map(({ query, field }): Lookup => [`${name}.operations.list.filters.${query}`, [field]]),
  )

const tooLong = ({ module, fields }: ModelResource, path: string, names: readonly string[]): readonly Fault[] => {
  const members = names.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  const unordered = members.filter((field) => ['jsonb', 'text[]', 'bytea'].includes(columnType(field)))
  if (unordered.length > 0) {
    return unordered.map(({ name, type, format }) =>
      fault(module, path, `'${name}' is ${format === 'byte' ? 'bytes' : `an ${type}`}`, {
        expected: 'text, numbers, booleans and times',
      }),
    )
  }
  const bytes = members.map(bytesOf).reduce((sum, each) => sum + each, 0)
  if (bytes <= entryBytes) return []
  const found = Number.isFinite(bytes) ? `up to ${bytes} bytes` : 'text without a bound'
  return [fault(module, path, found, { expected: `at most ${entryBytes} bytes: 'maxLength', 4 bytes a character` })]
}

const bytesOf = (field: ModelField): number => {
  if (columnType(field) !== 'text') return 8
  const { maxLength, enum: choices } = field.schema
  if (typeof maxLength === 'number') return maxLength * 4
  const short =
    Array.isArray(choices) ||
    field.schema.const !== undefined ||
    ['duration', 'ipv4', 'ipv6'].includes(field.format ?? '')
  return short ? 200 : Number.POSITIVE_INFINITY
}
