import * as Effect from 'effect/Effect'
import { behaviour, defineJob } from '#definitions'
import { booking } from './booking.ts'
import { room } from './room.ts'

export const writeNotice = defineJob({
  name: 'write-notice',
  doc: 'Writes what is told to whoever asked for a room.',
  payload: { id: { ref: 'booking' } },
  timeout: '10s',
  retry: ['30s', '5m'],
})

/** The notice and the end of the work commit together: a process killed in between writes it once all the same. */
export const noticeWriter = behaviour(writeNotice, ({ payload, settings, finish }) =>
  finish(({ store }) =>
    Effect.gen(function* () {
      const asked = yield* store.find(booking, payload.id)
      if (asked === undefined) return
      const place = yield* store.find(room, asked.room_id)
      const notice = `${settings.greeting} ${place?.name ?? 'Your room'} is yours from ${asked.starts_at}.`
      yield* store.update(booking, asked.id, { notice })
    }),
  ),
)
