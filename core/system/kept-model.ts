import { defineResource } from '#definitions'

export const keptModel = defineResource({
  name: 'kept-model',
  plural: 'kept_model',
  doc: 'The Model that the schema was last brought to, so that a module whose files are gone is still known.',
  owner: 'none',
  timestamps: false,
  fields: {
    format: { type: 'integer' },
    model: { type: 'string' },
    fingerprint: { type: 'string', maxLength: 64 },
    kept_at: { type: 'string', format: 'date-time' },
  },
})
