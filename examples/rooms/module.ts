import { defineModule } from '#definitions'
import { booking, bookingConfirmed } from './booking.ts'
import { room } from './room.ts'
import { noticeWriter, writeNotice } from './write-notice.ts'

export default defineModule({
  name: 'rooms',
  doc: 'Rooms, and who has them when.',
  scopes: {
    'api:room:read': 'List and read rooms and bookings.',
    'api:room:write': 'Create and change rooms and bookings.',
  },
  settings: { greeting: { type: 'string', maxLength: 100, default: 'Good news:', doc: 'How a notice begins.' } },
  definitions: [room, booking, bookingConfirmed, writeNotice],
  behaviours: [noticeWriter],
})
