import { defineResource } from '#definitions'

export const shelf = defineResource({
  name: 'shelf',
  plural: 'shelves',
  doc: 'A place where books stand.',
  path: '/api/v1/shelves',
  fields: {
    name: { type: 'string', minLength: 1, maxLength: 100, unique: true },
    floor: { type: 'integer', minimum: -2, maximum: 10, default: 0, doc: '0 is the ground floor.' },
    keeper: { type: 'string', maxLength: 200, from: 'account.name', doc: 'Who looks after it.' },
    note: { type: 'string', maxLength: 1000, nullable: true },
  },
  operations: {
    list: { scope: 'api:library:read', paging: 'none' },
    create: { scope: 'api:library:write' },
    get: { scope: 'api:library:read' },
    replace: { scope: 'api:library:write', omitted: 'keep' },
    delete: { scope: 'api:library:write' },
  },
})
