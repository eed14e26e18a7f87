import t from 'tap'
import { alterTable, createTable, foreignKeyDefinition } from '#core/storage/schema/ddl.ts'
import { column, foreignKey, index, table } from './declared.ts'

t.test('a table is written with its columns, primary key, checks and indexes', (t) => {
  const order = table('order', {
    primaryKey: ['group', 'id'],
    columns: [
      column('group', 'text', { nullable: false }),
      column('tags', 'text[]', { nullable: false, default: "'{}'" }),
      column('say "hi"', 'timestamptz(3)'),
    ],
    checks: [{ name: 'order_group', expression: "\"group\" in ('a', 'b')" }],
    indexes: [
      index('order_recent', ['group', '-id'], { unique: true, where: 'tags is not null' }),
      index('order_tags', ['tags'], { method: 'gin' }),
    ],
  })
  t.equal(
    createTable(order),
    `create table "lectern"."order" (
  "id" integer not null,
  "group" text not null,
  "tags" text[] not null default '{}',
  "say ""hi""" timestamptz(3),
  primary key ("group", "id"),
  constraint "order_group" check ("group" in ('a', 'b'))
);
create unique index "order_recent" on "lectern"."order" using btree ("group", "id" desc) where tags is not null;
create index "order_tags" on "lectern"."order" using gin ("tags")`,
  )
  t.end()
})

t.test('a foreign key refers to the primary key of a table of ours', (t) => {
  const key = foreignKey('note_owner', 'owner', 'person', { onDelete: 'set null' })
  t.equal(
    alterTable('note', `add ${foreignKeyDefinition(key)}`),
    'alter table "lectern"."note" add constraint "note_owner" foreign key ("owner") references "lectern"."person" on delete set null',
  )
  t.end()
})
