import { defineEvent, defineResource } from '#definitions'

export const booking = defineResource({
  name: 'booking',
  doc: 'A room, asked for at a time.',
  path: '/api/v1/bookings',
  fields: {
    room_id: { ref: 'room' },
    purpose: { type: 'string', minLength: 1, maxLength: 200, search: true },
    starts_at: { type: 'string', format: 'date-time' },
    notice: { type: 'string', maxLength: 300, nullable: true, readOnly: true, doc: 'What was told to who asked.' },
  },
  states: {
    initial: 'requested',
    final: ['declined', 'cancelled'],
    transitions: {
      confirm: { from: ['requested'], to: 'confirmed', event: 'booking.confirmed', job: 'write-notice' },
      decline: { from: ['requested'], to: 'declined' },
      cancel: { from: ['requested', 'confirmed'], to: 'cancelled' },
    },
  },
  operations: {
    list: { scope: 'api:room:read', filters: { room: 'room_id', status: 'status' } },
    create: { scope: 'api:room:write' },
    get: { scope: 'api:room:read' },
    confirm: { scope: 'api:room:write' },
    decline: { scope: 'api:room:write' },
    cancel: { scope: 'api:room:write' },
  },
})

export const bookingConfirmed = defineEvent({
  name: 'booking.confirmed',
  doc: 'A booking was confirmed.',
  payload: { id: { ref: 'booking' } },
})
