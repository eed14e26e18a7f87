import { defineResource } from '#definitions'

export const idempotencyKey = defineResource({
  name: 'idempotency-key',
  doc: 'The first answer to a request that may be sent again.',
  owner: 'none',
  key: ['account_id', 'key'],
  timestamps: false,
  fields: {
    account_id: { type: 'string', format: 'uuid' },
    key: { type: 'string', maxLength: 255 },
    request_hash: { type: 'string', maxLength: 64, doc: 'SHA-256 of method, path and raw body, base64url.' },
    claim: { type: 'string', format: 'uuid', doc: 'Which run of the request holds the key.' },
    lease_until: { type: 'string', format: 'date-time', nullable: true, doc: 'null once answered.' },
    status: { type: 'integer', nullable: true },
    headers: { type: 'object', additionalProperties: { type: 'string' }, nullable: true },
    answer: {
      type: 'string',
      format: 'byte',
      nullable: true,
      doc: 'The body; encrypted where the operation answers secrets.',
    },
    encrypted: { type: 'boolean', default: false },
    created_at: { type: 'string', format: 'date-time' },
  },
  retention: { after: '24h' },
})
