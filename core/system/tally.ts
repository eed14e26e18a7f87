import { defineResource } from '#definitions'

export const tally = defineResource({
  name: 'tally',
  plural: 'tallies',
  doc: 'How many records of one kind an account holds: kept in the transaction of each change, for totals and quotas.',
  owner: 'none',
  key: ['account_id', 'name'],
  timestamps: false,
  fields: {
    account_id: { type: 'string', format: 'uuid' },
    name: { type: 'string', maxLength: 100, doc: 'The resource.' },
    count: { type: 'integer', default: 0 },
  },
})
