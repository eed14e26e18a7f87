import { resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import t from 'tap'
import type { Store } from '#definitions'
import { isoTime, unknownId, uuid4, uuid7 } from '#test/caller.ts'
import { startSystem } from '#test/system.ts'
import { bucket, sayNothing, says, spade } from './shed.ts'

const { call, account, sql } = await startSystem(t, { modules: [resolve('test/core/behave/shed.ts')] })
const school = await account({ name: 'Hilltop' })
const key = await school.key()
const stranger = await (await account()).key()

t.afterEach(sayNothing)

/** What a program over the store gives, run as a request; or how it was refused. */
const within = async <A>(program: (store: Store) => Effect.Effect<A>, credential = key): Promise<A | string> => {
  const given: A[] = []
  says.attempt = ({ store }) =>
    Effect.map(program(store), (result) => {
      given.push(result)
      return {}
    })
  const { status, json } = await call('POST', '/api/v1/shed', { key: credential })
  const [result] = given
  return status === 200 && result !== undefined ? result : `${status} ${json.code}`
}

const make = async (name: string, credential = key): Promise<string> => {
  const made = await within((store) => store.insert(spade, { name }), credential)
  return typeof made === 'string' ? made : made.id
}

t.test('what is inserted is filled as a client’s would be, and given back whole', async (t) => {
  const made = await within((store) =>
    store.insert(spade, {
      name: 'A',
      parts: [{ of: 'wood' }],
      marks: ['x', '"'],
      picture: 'AAEC',
      bought_on: '2026-01-31',
    }),
  )
  t.match(made, { id: uuid7, created_at: isoTime, updated_at: isoTime })
  const { id: _, created_at: __, updated_at: ___, account_id, ...members } = { account_id: '', ...Object(made) }
  t.equal(account_id, school.id)
  t.strictSame(members, {
    ...{ name: 'A', maker: null, owner: 'Hilltop', size: 3, marks: ['x', '"'], parts: [{ of: 'wood' }] },
    ...{ bought_on: '2026-01-31', picture: 'AAEC', like_id: null, status: 'here' },
  })
})

t.test('a record is found by who owns it, and by nobody else', async (t) => {
  const id = await make('B')
  t.match(await within((store) => store.find(spade, id)), { id, name: 'B' })
  for (const [credential, which] of [
    [stranger, id],
    [key, unknownId],
  ] as const) {
    const found = await within((store) => Effect.map(store.find(spade, which), (each) => [each]), credential)
    t.strictSame(found, [undefined])
  }
})

t.test('records are selected by what their members equal, newest first, null too', async (t) => {
  const other = await (await account()).key()
  const ids: string[] = []
  for (const name of ['A', 'B', 'C']) ids.push(await make(name, other))
  await within((store) => store.update(spade, ids[1] ?? '', { maker: 'M', size: 5 }), other)
  const selected = async (select: (store: Store) => ReturnType<typeof store.select<typeof spade>>) => {
    const found = await within(select, other)
    return typeof found === 'string' ? found : found.map(({ name }) => name).join('')
  }
  t.equal(await selected((store) => store.select(spade)), 'CBA')
  t.equal(await selected((store) => store.select(spade, {}, { limit: 2 })), 'CB')
  t.equal(await selected((store) => store.select(spade, { maker: 'M' })), 'B')
  t.equal(await selected((store) => store.select(spade, { maker: null })), 'CA')
  t.equal(await selected((store) => store.select(spade, { size: 5, maker: 'M' })), 'B')
  t.equal(await selected((store) => store.select(spade, { size: 5, maker: null })), '')
  t.equal(await selected((store) => store.select(spade, { status: 'here' })), 'CBA')
  t.equal(await selected((store) => store.select(spade, { id: ids[0] ?? '' })), 'A')
  t.equal(await selected((store) => store.select(spade, { marks: [] })), 'CBA')
})

t.test('an update changes what is given and nothing else', async (t) => {
  const id = await make('D')
  const before = await within((store) => store.find(spade, id))
  const after = await within((store) => store.update(spade, id, { size: 9 }))
  t.match(after, { id, name: 'D', size: 9, created_at: Object(before).created_at })
  t.match(await within((store) => store.update(spade, id, {})), { size: 9 })
  const missing = await within((store) =>
    Effect.all([
      store.update(spade, unknownId, { size: 1 }),
      store.remove(spade, unknownId),
      store.transition(spade, unknownId, 'lend'),
    ]),
  )
  t.strictSame(missing, [undefined, false, undefined])
})

t.test('another account’s record is not there to be changed', async (t) => {
  const id = await make('E')
  const tried = await within(
    (store) =>
      Effect.all([store.update(spade, id, { size: 1 }), store.remove(spade, id), store.transition(spade, id, 'lend')]),
    stranger,
  )
  t.strictSame(tried, [undefined, false, undefined])
  t.match(await within((store) => store.find(spade, id)), { size: 3, status: 'here' })
})

t.test('search finds what was written by a behaviour, part by part', async (t) => {
  const other = await (await account()).key()
  const id = await make('Stainless', other)
  const found = async (search: string) =>
    (await call('GET', `/api/v1/spades?search=${search}`, { key: other })).json.total
  t.equal(await found('stain'), 1)
  await within((store) => store.update(spade, id, { maker: 'ＡＣＭＥ' }), other)
  t.strictSame([await found('stain'), await found('acme')], [1, 1])
  await within((store) => store.update(spade, id, { name: 'Rusty' }), other)
  t.strictSame([await found('stain'), await found('rust'), await found('acme')], [0, 1, 1])
  await within((store) => store.update(spade, id, { size: 1 }), other)
  t.strictSame([await found('rust'), await found('acme')], [1, 1])
})

t.test('totals are true whoever makes and removes', async (t) => {
  const other = await (await account()).key()
  const [one = ''] = [await make('A', other), await make('B', other)]
  const total = async () => (await call('GET', '/api/v1/spades', { key: other })).json.total
  t.equal(await total(), 2)
  t.equal(await within((store) => store.remove(spade, one), other), true)
  t.equal(await total(), 1)
})

t.test('a transition moves a record along the declared ways only', async (t) => {
  const id = await make('F')
  const moves = await within((store) =>
    Effect.gen(function* () {
      const steps = []
      for (const name of ['return', 'lend', 'lend', 'return', 'smash', 'lend'] as const) {
        steps.push((yield* store.transition(spade, id, name))?.status)
      }
      return steps
    }),
  )
  t.strictSame(moves, [undefined, 'away', undefined, 'here', 'broken', undefined])
})

t.test('what a behaviour did is undone when it is refused, or dies', async (t) => {
  for (const [name, ending] of [
    ['G', 'SHED_CLOSED'],
    ['H', 'dies'],
  ] as const) {
    says.attempt = ({ store, fail }) =>
      Effect.gen(function* () {
        yield* store.insert(spade, { name })
        if (ending === 'dies') return yield* Effect.die(new Error('of the test'))
        return yield* fail(ending)
      })
    const { status } = await call('POST', '/api/v1/shed', { key })
    t.equal(status, ending === 'dies' ? 500 : 409)
    t.strictSame(await within((store) => store.select(spade, { name })), [])
  }
})

t.test('what the database refuses a behaviour is told as what it is', async (t) => {
  await make('taken')
  t.equal(await make('taken'), '409 ALREADY_EXISTS')
  t.equal(await within((store) => store.insert(spade, { name: 'I', like_id: unknownId })), '404 NOT_FOUND')
  const theirs = await make('theirs', stranger)
  t.equal(await within((store) => store.insert(spade, { name: 'I', like_id: theirs })), '404 NOT_FOUND')
  const mine = await make('mine')
  t.equal(await within((store) => store.update(spade, mine, { like_id: theirs })), '404 NOT_FOUND')
  t.match(await within((store) => store.update(spade, mine, { like_id: mine })), { like_id: mine })
})

t.test('a record of nobody is everybody’s, and may hold on to somebody’s', async (t) => {
  const id = await make('J')
  const made = await within((store) => store.insert(bucket, { litres: 1.5, spade_id: id }))
  t.match(made, { id: uuid4, litres: 1.5, spade_id: id })
  t.match(await within((store) => store.find(bucket, Object(made).id), stranger), { litres: 1.5 })
  t.equal(await within((store) => store.remove(spade, id)), '409 IN_USE')
  t.equal(await within((store) => store.remove(bucket, Object(made).id)), true)
  t.strictSame(await sql('select id from lectern.buckets'), [])
})
