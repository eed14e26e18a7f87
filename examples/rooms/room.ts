import { defineResource } from '#definitions'

export const room = defineResource({
  name: 'room',
  doc: 'A place that can be booked.',
  path: '/api/v1/rooms',
  fields: {
    name: { type: 'string', minLength: 1, maxLength: 100, unique: true, search: true },
    seats: { type: 'integer', minimum: 1, maximum: 1000, doc: 'How many people fit.' },
  },
  operations: {
    list: { scope: 'api:room:read' },
    create: { scope: 'api:room:write' },
    get: { scope: 'api:room:read' },
    replace: { scope: 'api:room:write' },
    delete: { scope: 'api:room:write' },
  },
})
