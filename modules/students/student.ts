import { defineResource } from '#definitions'

export const student = defineResource({
  name: 'student',
  doc: 'A person on the roster of an account.',
  path: '/api/v1/students',
  fields: {
    name: { type: 'string', minLength: 1, maxLength: 200, search: true },
    group: { type: 'string', maxLength: 200, nullable: true },
    note: { type: 'string', maxLength: 2000, nullable: true },
    email: { type: 'string', format: 'email', maxLength: 254, nullable: true },
    phone: { type: 'string', maxLength: 50, nullable: true },
    external_id: { type: 'string', maxLength: 200, nullable: true, doc: "The school's own number for the person." },
    tags: { type: 'array', items: { type: 'string', maxLength: 50 }, maxItems: 50, default: [] },
  },
  operations: {
    list: { scope: 'api:student:read', paging: 'page' },
    create: { scope: 'api:student:write', quota: 'rosterSize', replies: { created: true } },
    get: { scope: 'api:student:read' },
    replace: { scope: 'api:student:write' },
    delete: { scope: 'api:student:write' },
  },
})
