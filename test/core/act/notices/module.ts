/** A module whose records belong to nobody: whoever may read them reads all. */
import { defineEvent, defineModule, defineResource } from '#definitions'

const scope = 'api:notice:use'

const notice = defineResource({
  name: 'notice',
  doc: 'A notice on the wall, for everybody.',
  path: '/api/v1/notices',
  owner: 'none',
  fields: {
    title: { type: 'string', minLength: 1, maxLength: 100, search: true, unique: true },
    wall: { enum: ['north', 'south'], default: 'north' },
    below_id: { ref: 'notice', nullable: true },
  },
  states: {
    initial: 'up',
    final: ['down'],
    transitions: { take: { from: ['up'], to: 'down', event: 'notice.taken' } },
  },
  events: { created: 'notice.put' },
  operations: {
    list: { scope, filters: { wall: 'wall', status: 'status' } },
    create: { scope },
    get: { scope },
    replace: { scope },
    delete: { scope },
    take: { scope },
  },
})

const leaflet = defineResource({
  name: 'leaflet',
  doc: 'A leaflet to be taken along.',
  path: '/api/v1/leaflets',
  owner: 'none',
  timestamps: false,
  fields: { text: { type: 'string', maxLength: 100 } },
  operations: {
    list: { scope, paging: 'cursor' },
    create: { scope },
    replace: { scope, omitted: 'keep' },
    delete: { scope },
  },
})

export default defineModule({
  name: 'notices',
  doc: 'Notices for tests.',
  scopes: { [scope]: 'Put up notices and take them down.' },
  definitions: [
    notice,
    leaflet,
    defineEvent({ name: 'notice.put', doc: 'It was put up.', payload: { id: { ref: 'notice' } } }),
    defineEvent({ name: 'notice.taken', doc: 'It was taken down.', payload: { id: { ref: 'notice' } } }),
  ],
})
