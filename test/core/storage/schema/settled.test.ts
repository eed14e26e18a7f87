import t from 'tap'
import type { ColumnType, Table } from '#core/storage/table.ts'
import { column, foreignKey, index, liveDatabase, memory, settled, table, told } from './declared.ts'

const defaults: Readonly<Record<ColumnType, readonly string[]>> = {
  uuid: ["'00000000-0000-7000-8000-000000000000'", 'gen_random_uuid()'],
  text: ["'open'", "''", "'it''s'", "'A' || 'b'", 'null'],
  'text[]': ["'{}'", "array['a', 'B']", "'{}'::text[]"],
  integer: ['0', '-1', '2 * 3', "'7'"],
  'integer[]': ["'{}'", 'array[1, 2]'],
  bigint: ['0', '9007199254740993'],
  'double precision': ['0', '1.5', "'NaN'"],
  boolean: ['false', 'true', '(not true)'],
  jsonb: ["'[]'", `'{"a": [1, null]}'`, "jsonb_build_object('a', 1)"],
  'timestamptz(3)': ['now()', 'current_timestamp', "'2020-01-01T00:00:00Z'", "now() + interval '1 day'"],
  date: ['current_date', "'2020-01-01'"],
  bytea: ["'\\x00ff'", "''"],
}

const types: readonly ColumnType[] = [
  ...(['uuid', 'text', 'text[]', 'integer', 'integer[]', 'bigint', 'double precision'] as const),
  ...(['boolean', 'jsonb', 'timestamptz(3)', 'date', 'bytea'] as const),
]

/** Names that SQL keeps to itself, that need quotes, or that are as long as PostgreSQL allows. */
const awkward = ['group', 'order', 'User', 'two words', `a${'é'.repeat(31)}`]

/** In the name of a table, MikroORM takes these for its own. */
const columnsOnly = ['say "hi"', 'dotted.name']

const person = table('person')
const kinds: Readonly<Record<string, readonly Table[]>> = {
  'every type, nullable and not': [
    table('thing', {
      columns: types.flatMap((type, i) => [column(`a${i}`, type), column(`b${i}`, type, { nullable: false })]),
    }),
  ],
  'every sort of default': types.map((type, i) =>
    table(`thing${i}`, {
      columns: defaults[type].map((value, k) => column(`c${k}`, type, { default: value, nullable: k % 2 === 0 })),
    }),
  ),
  'every sort of index': [
    table('note', {
      columns: [
        ...[column('account_id', 'uuid'), column('created_at', 'timestamptz(3)'), column('state')],
        ...[column('tags', 'text[]'), column('data', 'jsonb'), column('group')],
      ],
      indexes: [
        index('note_keyset', ['account_id', '-created_at', '-id']),
        index('note_last_only', ['account_id', '-id']),
        index('note_group', ['-group']),
        index('note_unique', ['account_id', 'group'], { unique: true }),
        index('note_open', ['created_at'], { where: "state in ('open', 'done') and (id > 0 or account_id is null)" }),
        index('note_one_open', ['account_id'], { unique: true, where: "state = 'open' and not (id < 0)" }),
        index('note_tags', ['tags'], { method: 'gin' }),
        index('note_data', ['data', 'tags'], { method: 'gin', where: 'data is not null' }),
      ],
    }),
  ],
  'every sort of check': [
    table('note', {
      columns: [column('state'), column('at', 'timestamptz(3)'), column('tags', 'text[]')],
      checks: [
        { name: 'note_state', expression: "state in ('open', 'A', 'a')" },
        { name: 'note_not', expression: "state not in ('x', 'y') and state <> 'z'" },
        { name: 'note_brackets', expression: "state = 'a' and (id > 0 or id < -5)" },
        { name: 'note_case', expression: "case when state like 'x%' then id between 1 and 9 else true end" },
        { name: 'note_functions', expression: 'coalesce(length(state), 0) < 10 and cardinality(tags) <= 50' },
        { name: 'note_time', expression: "at > timestamptz '2020-01-01' and at < now() + interval '1 year'" },
        { name: 'note_lines', expression: "state is null\n  or state ~ '^[a-z]+; $'" },
      ],
    }),
  ],
  'foreign keys of every rule, to itself and in a circle': [
    person,
    table('a', {
      columns: ['one', 'two', 'three', 'self', 'b'].map((name) => column(name, 'integer')),
      foreignKeys: [
        foreignKey('a_one', 'one', 'person'),
        foreignKey('a_two', 'two', 'person', { onDelete: 'cascade' }),
        foreignKey('a_three', 'three', 'person', { onDelete: 'set null' }),
        foreignKey('a_self', 'self', 'a'),
        foreignKey('a_b', 'b', 'b'),
      ],
    }),
    table('b', { columns: [column('a', 'integer')], foreignKeys: [foreignKey('b_a', 'a', 'a')] }),
  ],
  'a composite primary key, in an order of its own': [
    table('seat', { columns: [column('room', 'uuid')], primaryKey: ['room', 'id'] }),
  ],
  'names that need quotes or are as long as can be': [
    table('other'),
    ...awkward.map((name) =>
      table(name, {
        columns: [...awkward, ...columnsOnly].map((each) => column(each, 'integer', { nullable: false, default: '1' })),
        primaryKey: ['group', 'id'],
        indexes: [index(`i${name}`.slice(0, 32), ['say "hi"', '-group', 'id', 'dotted.name'])],
        checks: [{ name, expression: '"two words" > 0 and "say ""hi""" > 0' }],
        foreignKeys: [foreignKey(`to ${name}`.slice(0, 32), 'User', 'other')],
      }),
    ),
  ],
}

for (const [kind, tables] of Object.entries(kinds)) {
  t.test(`${kind}: brought there once, nothing is left to do`, async (t) => {
    const { plan, apply } = await liveDatabase(t)
    const { left, refusals } = await apply(...memory, ...tables)
    t.same([told(left), refusals], [[], []])
    t.same(await plan(...memory, ...tables), settled)
  })

  t.test(`${kind}: added to tables that are there, nothing is left to do`, async (t) => {
    const { plan, apply } = await liveDatabase(t)
    await apply(
      ...tables.map((each) => ({
        ...each,
        columns: each.columns.filter(({ name }) => each.primaryKey.includes(name)),
        indexes: [],
        checks: [],
        foreignKeys: [],
      })),
    )
    const { left, refusals } = await apply(...tables)
    t.same([told(left), refusals], [[], []])
    t.same(await plan(...tables), settled)
  })
}

t.test('every type is told from every other, live ones that nobody can declare included', async (t) => {
  const { ask, plan, apply } = await liveDatabase(t)
  const foreign = [
    'varchar',
    'varchar(10)',
    'char(5)',
    'smallint',
    'real',
    'json',
    'numeric',
    'timestamptz',
    'timestamp',
  ]
  const live = [...types, ...foreign, 'timestamptz(6)', 'timestamptz(0)', 'bigint[]', 'time', 'name']
  await apply(table('thing'))
  for (const [i, type] of live.entries()) await ask(`alter table lectern.thing add column c${i} ${type}`)
  for (const declared of types) {
    const { steps } = await plan(table('thing', { columns: live.map((_, i) => column(`c${i}`, declared)) }))
    t.equal(steps.length, live.length - 1, declared)
  }
})
