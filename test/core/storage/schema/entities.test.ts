import { MikroORM } from '@mikro-orm/postgresql'
import t from 'tap'
import { toEntities } from '#core/storage/schema/entities.ts'
import { oneClient } from '#core/storage/schema/one-client.ts'
import { column, liveDatabase, table } from './declared.ts'

t.test('entities carry the names, types and keys of their tables', (t) => {
  const seat = table('seat', {
    columns: [column('room', 'uuid', { nullable: false }), column('tags', 'text[]')],
    primaryKey: ['room'],
  })
  const [entity] = toEntities([seat])
  t.match(entity?.init().meta, {
    tableName: 'seat',
    schema: 'lectern',
    primaryKeys: ['room'],
    properties: {
      id: { columnTypes: ['integer'], nullable: false, primary: false },
      room: { columnTypes: ['uuid'], nullable: false, primary: true },
      tags: { columnTypes: ['text[]'], nullable: true, primary: false },
    },
  })
  t.end()
})

t.test("MikroORM reads over one client, within the caller's transaction, and can't end it", async (t) => {
  const { client, apply } = await liveDatabase(t)
  const tables = [table('note', { columns: [column('text')] })]
  await apply(...tables)
  await client.query(`begin; insert into lectern.note values (1, 'unseen elsewhere')`)
  const orm = new MikroORM({
    entities: toEntities(tables),
    dbName: 'unused',
    ensureDatabase: false,
    driverOptions: () => oneClient(client),
  })
  t.teardown(() => orm.close())
  const kysely = orm.em.getKysely<{ 'lectern.note': { id: number; text: string | null } }>()
  t.same(await kysely.selectFrom('lectern.note').selectAll().execute(), [{ id: 1, text: 'unseen elsewhere' }])
  await t.rejects(
    orm.em.transactional(async () => {}),
    { message: /the transaction is the caller's: nothing here may begin/ },
  )
  await client.query('rollback')
})
