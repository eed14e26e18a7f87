import fc from 'fast-check'
import t from 'tap'
import type { Column, ColumnType, Index, Table } from '#core/storage/table.ts'
import { column, foreignKey, index, liveDatabase, memory, settled, table } from './declared.ts'

/** Of each type, an SQL value. */
const values: Readonly<Record<ColumnType, string>> = {
  uuid: 'gen_random_uuid()',
  text: "'some text'",
  'text[]': "'{a,b}'",
  integer: '7',
  'integer[]': "'{1,2}'",
  bigint: '7000000000',
  'double precision': '0.5',
  boolean: 'true',
  jsonb: `'{"a": 1}'`,
  'timestamptz(3)': 'now()',
  date: "'2026-11-21'",
  bytea: "'\\x00'",
}

const types = ['uuid', 'text', 'text[]', 'integer', 'integer[]', 'bigint', 'double precision'] as const
const moreTypes = ['boolean', 'jsonb', 'timestamptz(3)', 'date', 'bytea'] as const

const anyColumn = fc.record({
  type: fc.constantFrom<ColumnType>(...types, ...moreTypes),
  nullable: fc.boolean(),
  hasDefault: fc.boolean(),
})

const someColumns = (prefix: string) =>
  fc.array(anyColumn, { minLength: 1, maxLength: 4 }).map((columns) =>
    columns.map(({ type, nullable, hasDefault }, i) =>
      // Beside rows, what is required has a default.
      column(`${prefix}${i}`, type, { nullable: nullable || !hasDefault, default: hasDefault ? values[type] : null }),
    ),
  )

const someIndexes = (prefix: string, columns: readonly Column[]): fc.Arbitrary<Index[]> =>
  fc
    .array(
      fc.record({
        columns: fc.subarray([...columns], { minLength: 1 }),
        descending: fc.boolean(),
        where: fc.option(fc.constantFrom('id > 1 and (id < 9 or id = 12)', `"${columns[0]?.name}" is not null`)),
        unique: fc.boolean(),
      }),
      { maxLength: 2 },
    )
    .map((indexes) =>
      indexes.map(({ columns, descending, where, unique }, i) => {
        const [first] = columns
        if (first?.type === 'text[]') return index(`${prefix}${i}`, [first.name], { method: 'gin', where })
        const names = columns.map(({ name }) => (descending ? `-${name}` : name))
        return index(`${prefix}${i}`, [...names, '-id'], { unique, where })
      }),
    )

const someChecks = (prefix: string, columns: readonly Column[]): fc.Arbitrary<Table['checks']> =>
  fc.array(fc.constantFrom(...columns), { maxLength: 2 }).map((chosen) =>
    chosen.map(({ name }, i) => ({
      name: `${prefix}${i}`,
      expression: `${name} is null or (${name} = ${name} and id > 0)`,
    })),
  )

/** What a table gains: columns, and indexes and checks on all columns that it then has. */
const gains = (name: string, prefix: string, before: readonly Column[]) =>
  someColumns(prefix).chain((columns) => {
    const now = [...before, ...columns]
    return fc.record({
      columns: fc.constant(columns),
      indexes: someIndexes(`${name}_${prefix}_i`, now),
      checks: someChecks(`${name}_${prefix}_c`, now),
    })
  })

const beforeAndAfter = (name: string): fc.Arbitrary<{ before: Table; after: Table }> =>
  gains(name, 'a', []).chain((first) =>
    gains(name, 'b', first.columns).map((second) => {
      const before = table(name, first)
      const after: Table = {
        ...before,
        columns: [...before.columns, column('other', 'integer'), ...second.columns],
        indexes: [...before.indexes, ...second.indexes],
        checks: [...before.checks, ...second.checks],
        foreignKeys: [foreignKey(`${name}_other`, 'other', 'two')],
      }
      return { before, after }
    }),
  )

t.test('whatever is added to tables, they settle and keep their rows', async (t) => {
  const { ask, plan, apply } = await liveDatabase(t)
  const kept = (name: string, before: Table) =>
    ask(`select ${before.columns.map(({ name }) => `${name}::text`).join(', ')} from lectern.${name} order by id`)
  const property = fc.asyncProperty(beforeAndAfter('one'), beforeAndAfter('two'), async (one, two) => {
    await ask('drop schema if exists lectern cascade')
    await apply(...memory, one.before)
    const filled = one.before.columns.slice(1)
    const row = (id: number) => `(${[id, ...filled.map(({ type }) => values[type])].join(', ')})`
    await ask(`insert into lectern.one values ${row(1)}, ${row(2)}`)
    const rows = await kept('one', one.before)
    const { left, refusals } = await apply(...memory, one.after, two.after)
    t.same([left, refusals], [[], []])
    t.same(await plan(...memory, one.after, two.after), settled)
    t.same(await kept('one', one.before), rows)
  })
  await fc.assert(property, { numRuns: 15 })
})
