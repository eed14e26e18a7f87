import { defineResource } from '#definitions'

export const account = defineResource({
  name: 'account',
  doc: 'Whoever holds keys; every record belongs to one.',
  owner: 'none',
  fields: {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    email: { type: 'string', format: 'email', maxLength: 254 },
    plan: { type: 'string', maxLength: 100 },
    features: {
      type: 'object',
      additionalProperties: { type: 'boolean' },
      default: {},
      doc: 'Only what differs from the default.',
    },
  },
})

export const apiKey = defineResource({
  name: 'api-key',
  doc: 'A credential of an account. Only a hash of the key itself is kept.',
  owner: 'none',
  fields: {
    account_id: { ref: 'account' },
    name: { type: 'string', maxLength: 200 },
    hash: { type: 'string', maxLength: 64, secret: true, doc: 'SHA-256 of the whole key, base64url.' },
    scopes: { type: 'array', items: { type: 'string' } },
    expires_at: { type: 'string', format: 'date-time', nullable: true },
    revoked_at: { type: 'string', format: 'date-time', nullable: true },
  },
  indexes: { of_account: ['account_id', 'id'] },
})
