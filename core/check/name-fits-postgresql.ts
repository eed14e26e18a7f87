import { toTables } from '../derive/tables.ts'
import { type Fault, fault } from '../fault.ts'
import type { Table } from '../storage/table.ts'
import type { Rule } from './check.ts'

/** PostgreSQL cuts longer names, silently. Source: its documentation, "Identifiers and Key Words". */
const maxBytes = 63

/** Tables, columns, indexes and constraints, as they will be made, have names that fit and that nothing else has. */
export const nameFitsPostgresql: Rule = (model) => {
  const resources = new Map(Object.values(model.resources).map((resource) => [resource.table, resource]))
  const tables = new Map(toTables(model).map((table) => [table.name, table]))
  const relations = new Map([...tables.keys()].map((name) => [name, `table '${name}'`]))
  return [...tables.values()].flatMap((table) => {
    const { name = '', module = '' } = resources.get(table.name) ?? {}
    const constraints = [...table.checks, ...table.foreignKeys].map((constraint) => constraint.name)
    return [
      ...tooLong(module, `${name}.table`, 'table', [table.name]),
      ...table.columns.flatMap((column) => tooLong(module, `${name}.fields.${column.name}`, 'column', [column.name])),
      ...tooLong(module, name, 'index', indexNames(table)),
      ...tooLong(module, name, 'constraint', constraints),
      ...indexNames(table).flatMap((index) => {
        const other = relations.get(index)
        relations.set(index, `an index of '${table.name}'`)
        return other === undefined
          ? []
          : [fault(module, name, `index '${index}' has the name of ${other}`, { expected: 'another name' })]
      }),
    ]
  })
}

/** Two fields of one name would bring their indexes twice; that is told of by its own rule. */
const indexNames = ({ name, indexes, columns }: Table): readonly string[] => {
  const names = [...indexes.map((index) => index.name), `${name}_pkey`]
  return new Set(columns.map((column) => column.name)).size < columns.length ? [...new Set(names)] : names
}

const tooLong = (module: string, path: string, what: string, names: readonly string[]): readonly Fault[] =>
  names.flatMap((name) => {
    const bytes = Buffer.byteLength(name)
    return bytes <= maxBytes
      ? []
      : [fault(module, path, `${what} '${name}' has ${bytes} bytes`, { expected: `at most ${maxBytes}` })]
  })
