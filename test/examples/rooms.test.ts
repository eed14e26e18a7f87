import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { startSystem, type TestSystem } from '#test/system.ts'

const start = async (t: Parameters<typeof startSystem>[0]) => {
  const system = await startSystem(t, {
    modules: [resolve('examples/rooms/module.ts')],
    settings: { rooms: { greeting: 'Hello!' } },
    only: 'both',
  })
  return { system, key: await (await system.account()).key() }
}

interface Booked {
  readonly [member: string]: string | null
  readonly id: string
  readonly notice: string | null
}

const make = async (system: TestSystem, key: string) => {
  const room = await system.call<Booked>('POST', '/api/v1/rooms', { key, body: { name: 'Blue room', seats: 12 } })
  const room_id = room.json.data.id
  const body = { room_id, purpose: 'Choir', starts_at: '2026-12-01T09:00:00Z' }
  const booking = await system.call<Booked>('POST', '/api/v1/bookings', { key, body })
  return { room_id, id: booking.json.data.id }
}

test('a confirmed booking gets its notice, written by the job that the transition added', async (t) => {
  const { system, key } = await start(t)
  const { id } = await make(system, key)
  const confirmed = await system.call('POST', `/api/v1/bookings/${id}/confirm`, { key })
  t.equal(confirmed.status, 200)
  const deadline = Date.now() + 20_000
  let notice: string | null = null
  while (notice === null && Date.now() < deadline) {
    const { json } = await system.call<Booked>('GET', `/api/v1/bookings/${id}`, { key })
    notice = json.data.notice
    if (notice === null) await sleep(20)
  }
  t.equal(notice, 'Hello! Blue room is yours from 2026-12-01T09:00:00.000Z.')
  const events = await system.sql('select name, payload from lectern.events')
  t.same(events, [{ name: 'booking.confirmed', payload: { id } }])
})

test('a booking that is confirmed is not confirmed again, nor its room deleted under it', async (t) => {
  const { system, key } = await start(t)
  const { id, room_id } = await make(system, key)
  await system.call('POST', `/api/v1/bookings/${id}/confirm`, { key })
  const again = await system.call('POST', `/api/v1/bookings/${id}/confirm`, { key })
  t.equal(again.status, 409)
  t.equal(again.json.code, 'INVALID_TRANSITION')
  const gone = await system.call('DELETE', `/api/v1/rooms/${room_id}`, { key })
  t.equal(gone.status, 409)
  t.equal(gone.json.code, 'IN_USE')
})
