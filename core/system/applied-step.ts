import { defineResource } from '#definitions'

export const appliedStep = defineResource({
  name: 'applied-step',
  plural: 'applied_step',
  doc: 'A change of the schema that was carried out.',
  owner: 'none',
  timestamps: false,
  fields: {
    kind: { type: 'string', maxLength: 40 },
    sql: { type: 'string' },
    why: { type: 'string' },
    applied_at: { type: 'string', format: 'date-time' },
  },
})
