import type { Json } from '#definitions'
import type { ModelField, ModelResource } from '../../model.ts'
import { toGrams } from '../../search/grams.ts'
import { toSearchedText } from '../../search/search-text.ts'
import type { SqlValue } from '../../storage/database.ts'
import { columnType, searchColumns } from '../tables.ts'

type Members = { readonly [name: string]: Json }

/** A value as PostgreSQL is given it, for the type of its column. */
export type ToSqlValue = (value: Json | undefined) => SqlValue

/** A column to be written: its name, its type for a cast, and how its value is made. */
export interface Written {
  readonly column: string
  readonly type: string
  readonly toValue: (members: Members, owner: string) => SqlValue
}

const toSqlValue = (field: ModelField): ToSqlValue => {
  switch (columnType(field)) {
    case 'jsonb':
      // The driver would write a JavaScript array as a PostgreSQL one.
      return (value) => (value === null || value === undefined ? null : JSON.stringify(value))
    case 'bytea':
      return (value) => (typeof value === 'string' ? Buffer.from(value, 'base64') : null)
    case 'text[]':
      return (value) => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null)
    default:
      return (value) =>
        typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
  }
}

/** The columns of these fields, and what search needs beside them. */
export const toWritten = (resource: ModelResource, fields: readonly ModelField[]): readonly Written[] => {
  const searched = fields.filter(({ search }) => search).map(({ name }) => name)
  const text = once((members) =>
    toSearchedText(searched.map((name) => (typeof members[name] === 'string' ? members[name] : null))),
  )
  return [
    ...fields.map((field): Written => {
      const toValue = toSqlValue(field)
      return { column: field.name, type: columnType(field), toValue: (members) => toValue(members[field.name]) }
    }),
    ...(searched.length === 0
      ? []
      : [
          { column: searchColumns.text, type: 'text', toValue: text } satisfies Written,
          {
            column: searchColumns.grams,
            type: 'integer[]',
            // Grams are salted with whose record it is; what nobody owns has no salt.
            toValue: (members, owner) => toGrams(text(members), resource.owner === 'account' ? owner : ''),
          } satisfies Written,
        ]),
  ]
}

/** Two columns are made of one text: it is made for the first and kept for the second. */
const once = (make: (members: Members) => string): ((members: Members) => string) => {
  let last: Members | undefined
  let made = ''
  return (members) => {
    if (members !== last) [last, made] = [members, make(members)]
    return made
  }
}

/** The fields that a client writes. */
export const writableFields = (resource: ModelResource): readonly ModelField[] =>
  resource.fields.filter(({ answered, readOnly }) => answered && !readOnly)
