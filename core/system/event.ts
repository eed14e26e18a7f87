import { defineResource } from '#definitions'

export const event = defineResource({
  name: 'event',
  doc: 'Something that happened, written in the transaction of the change that caused it.',
  owner: 'none',
  timestamps: false,
  fields: {
    name: { type: 'string', maxLength: 200 },
    account_id: { type: 'string', format: 'uuid', nullable: true },
    payload: { type: 'object', additionalProperties: true },
    created_at: { type: 'string', format: 'date-time' },
  },
  retention: { after: '30d' },
})
