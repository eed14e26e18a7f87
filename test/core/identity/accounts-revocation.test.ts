import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as Effect from 'effect/Effect'
import pg from 'pg'
import { test } from 'tap'
import { createAccount, createKey, revokeKey, updateAccount } from '#core/identity/accounts.ts'
import { awaitHeard } from '#core/identity/await-heard.ts'
import { type KeyStore, makeKeyStore } from '#core/identity/key-store.ts'
import { channels, listeners, listenersLock } from '#core/identity/revocation.ts'
import { startRevocationListener } from '#core/identity/revocation-listener.ts'
import { type AccountsDatabase, accountsDatabase, type Teardown } from './accounts-database.ts'

const quiet = { info: () => undefined, warn: () => undefined }

/** A process that serves: its keys and its listener. */
const serve = async (
  t: Teardown,
  { database, connection }: Pick<AccountsDatabase, 'database'> & { readonly connection: pg.ClientConfig },
  log: Parameters<typeof startRevocationListener>[0]['log'] = quiet,
) => {
  const keys = makeKeyStore(database, {}, new Set(['a:b']))
  const listener = await startRevocationListener({ connection, keys, log, pingMs: 100 })
  t.teardown(() => listener.stop())
  return { keys, listener, find: (id: string) => Effect.runPromise(keys.find(id)) }
}

const makeKey = async ({ database, run }: AccountsDatabase) => {
  const { id: accountId } = await run(
    createAccount(database, { name: 'N', email: 'a@b.c', plan: 'default', features: {} }),
  )
  const { id } = await run(createKey(database, { accountId, name: '', scopes: ['a:b'], expiresAt: null }))
  return { id, accountId }
}

/** Looks until it holds; the test's own time limit ends it otherwise. */
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await wait(5)
}

const query = async (connection: pg.ClientConfig, text: string): Promise<readonly pg.QueryResultRow[]> => {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

test('once a revocation is heard no process remembers the key, and other keys stay remembered', async (t) => {
  const place = await accountsDatabase(t)
  const [one, other] = await Promise.all([serve(t, place), serve(t, place)])
  const revoked = await makeKey(place)
  const kept = await makeKey(place)
  for (const { find } of [one, other]) for (const { id } of [revoked, kept]) await find(id)
  t.ok(one.keys.remembered(revoked.id))
  await place.run(revokeKey(place.database, revoked.id))
  t.same(await awaitHeard(place.connection, { key: revoked.id }), { disconnected: 0, unheard: 0 })
  for (const { keys, find } of [one, other]) {
    t.equal(keys.remembered(revoked.id), undefined)
    t.equal(await find(revoked.id), undefined)
    t.ok(keys.remembered(kept.id))
  }
})

test('a changed account is read anew by every process', async (t) => {
  const place = await accountsDatabase(t)
  const { keys, find } = await serve(t, place)
  const { id, accountId } = await makeKey(place)
  await find(id)
  await place.run(updateAccount(place.database, accountId, { plan: 'small' }, {}))
  await awaitHeard(place.connection, { account: accountId })
  t.equal(keys.remembered(id), undefined)
  t.equal((await find(id))?.principal.account.plan, 'small')
})

test('without a listening process nobody is waited for', async (t) => {
  const { connection } = await accountsDatabase(t)
  const begun = performance.now()
  t.same(await awaitHeard(connection, { key: 'x' }), { disconnected: 0, unheard: 0 })
  t.ok(performance.now() - begun < 1_000)
})

test('a process that does not answer loses its connection, and forgets everything by that', async (t) => {
  const place = await accountsDatabase(t)
  const mute = new pg.Client(place.connection)
  mute.on('error', () => undefined)
  await mute.connect()
  await mute.query(`listen ${channels.told}`)
  await mute.query('select pg_advisory_lock_shared($1, $2)', [...listenersLock])
  const ended = new Promise<void>((resolve) => mute.once('end', resolve))
  const { keys, find } = await serve(t, place)
  const { id } = await makeKey(place)
  await find(id)
  await place.run(revokeKey(place.database, id))
  t.same(await awaitHeard(place.connection, { key: id }, { patienceMs: 200 }), { disconnected: 1, unheard: 0 })
  await ended
  t.equal(keys.remembered(id), undefined, 'those who answered were heard')
  t.equal((await query(place.connection, listeners)).length, 1, 'and keep their connection')
})

test('a process of another database user that does not answer is told of: ours may not disconnect it', async (t) => {
  const place = await accountsDatabase(t)
  const role = `${place.connection.database}_role`
  await query(place.connection, `create role ${role} login password 'revoker'`)
  t.teardown(async () => void (await query(place.connection, `drop role ${role}`)))
  const mute = new pg.Client(place.connection)
  await mute.connect()
  await mute.query('select pg_advisory_lock_shared($1, $2)', [...listenersLock])
  const { host, port, database } = place.connection
  const revoker = { host, port, database, user: role, password: 'revoker' }
  t.same(await awaitHeard(revoker, { key: 'x' }, { patienceMs: 100 }), { disconnected: 0, unheard: 1 })
  await mute.end()
})

test('a process that ends meanwhile is not waited for', async (t) => {
  const place = await accountsDatabase(t)
  const leaving = new pg.Client(place.connection)
  await leaving.connect()
  await leaving.query('select pg_advisory_lock_shared($1, $2)', [...listenersLock])
  const begun = performance.now()
  const heard = awaitHeard(place.connection, { key: 'x' })
  setTimeout(() => leaving.end(), 150)
  t.same(await heard, { disconnected: 0, unheard: 0 })
  t.ok(performance.now() - begun < 2_000)
})

test('a process that loses its connection remembers nothing until it listens again', async (t) => {
  const place = await accountsDatabase(t)
  const said: string[] = []
  const log = {
    info: (_: object, words: string) => said.push(words),
    warn: (_: object, words: string) => said.push(words),
  }
  const { keys, listener, find } = await serve(t, place, log)
  const { id } = await makeKey(place)
  await find(id)
  await query(place.connection, `select pg_terminate_backend(pid) from (${listeners}) as l`)
  await until(() => keys.remembered(id) === undefined)
  await until(listener.isListening)
  await find(id)
  t.ok(keys.remembered(id))
  t.same(said, ['revocations are not heard: keys are not remembered', 'revocations are heard again'])
})

test('a connection that dies in silence is noticed', async (t) => {
  const place = await accountsDatabase(t)
  const proxy = await makeProxy(t, place.connection.port)
  const { keys, listener, find } = await serve(t, {
    database: place.database,
    connection: { ...place.connection, connectionString: undefined, host: '127.0.0.1', port: proxy.port },
  })
  const { id } = await makeKey(place)
  await find(id)
  t.ok(keys.remembered(id))
  proxy.silence()
  await until(() => !listener.isListening())
  t.equal(keys.remembered(id), undefined)
  await find(id)
  t.equal(keys.remembered(id), undefined, 'what is found meanwhile is not remembered')
  proxy.speak()
  await until(listener.isListening)
})

test('a process that starts without the database listens when it is there', async (t) => {
  const place = await accountsDatabase(t)
  const proxy = await makeProxy(t, place.connection.port)
  proxy.refuse()
  const { keys, listener, find } = await serve(t, {
    database: place.database,
    connection: { ...place.connection, connectionString: undefined, host: '127.0.0.1', port: proxy.port },
  })
  t.equal(listener.isListening(), false)
  const { id } = await makeKey(place)
  t.ok(await find(id))
  t.equal(keys.remembered(id), undefined)
  proxy.speak()
  await until(listener.isListening)
})

test('what nobody can read makes a process forget everything', async (t) => {
  const place = await accountsDatabase(t)
  const { keys, find } = await serve(t, place)
  const { id } = await makeKey(place)
  for (const payload of ['', 'null', '{', '[]', '{"key":5}']) {
    await find(id)
    t.ok(keys.remembered(id))
    await query(place.connection, `select pg_notify('${channels.told}', '${payload}')`)
    await until(() => keys.remembered(id) === undefined)
  }
})

test('a process that stops listens no more and remembers nothing', async (t) => {
  const place = await accountsDatabase(t)
  const { keys, listener, find } = await serve(t, place)
  const { id } = await makeKey(place)
  await find(id)
  await listener.stop()
  t.equal(keys.remembered(id), undefined)
  await find(id)
  t.equal(keys.remembered(id), undefined)
  t.same(await query(place.connection, listeners), [])
})

test('an answer on its way when listening begins is not remembered: it may be older than a revocation', async (t) => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  const row = { hash: 'h', scopes: [], expires_at: null, id: 'a', name: 'N', email: 'e', plan: 'p', features: {} }
  const keys: KeyStore = makeKeyStore(
    {
      // The store's own statement answers rows of this kind.
      query: <R>() =>
        Effect.as(
          Effect.promise(() => isRead),
          [row as R],
        ),
      transaction: () => Effect.die('none is needed'),
    },
    {},
    new Set(),
  )
  const found = Effect.runPromise(keys.find('k'))
  keys.remember(true)
  read()
  t.ok(await found)
  t.equal(keys.remembered('k'), undefined)
  await Effect.runPromise(keys.find('k'))
  t.ok(keys.remembered('k'))
})

/** Stands before PostgreSQL; silent, it keeps connections and passes nothing on. */
const makeProxy = async (t: Teardown, port: number) => {
  const pairs = new Set<readonly [Socket, Socket]>()
  let mode: 'speak' | 'silent' | 'refuse' = 'speak'
  const server = createServer((inner) => {
    inner.on('error', () => undefined)
    if (mode === 'refuse') return inner.destroy()
    const outer = connect(port, '127.0.0.1')
    outer.on('error', () => undefined)
    pairs.add([inner, outer])
    if (mode === 'speak') inner.pipe(outer).pipe(inner)
    return undefined
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(async () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    server.close()
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    silence: () => {
      mode = 'silent'
      for (const [inner, outer] of pairs) {
        inner.unpipe(outer)
        outer.unpipe(inner)
      }
    },
    refuse: () => {
      mode = 'refuse'
    },
    speak: () => {
      mode = 'speak'
    },
  }
}
