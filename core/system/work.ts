import { defineResource } from '#definitions'

export const work = defineResource({
  name: 'work',
  plural: 'work',
  doc: 'A piece of work: what a job is to do, where it stands, and who holds it until when.',
  owner: 'none',
  fields: {
    job: { type: 'string', maxLength: 200 },
    account_id: { type: 'string', format: 'uuid', nullable: true },
    payload: { type: 'object', additionalProperties: true },
    status: { enum: ['pending', 'running', 'succeeded', 'failed'], default: 'pending' },
    attempt: { type: 'integer', default: 0, doc: 'Attempts begun.' },
    next_attempt_at: { type: 'string', format: 'date-time', nullable: true },
    lease_until: { type: 'string', format: 'date-time', nullable: true },
    lease: { type: 'string', format: 'uuid', nullable: true, doc: 'Which attempt holds it.' },
    wake: { type: 'integer', maximum: 9007199254740991, nullable: true, doc: 'The graphile-worker job that wakes it.' },
    error: { type: 'string', maxLength: 2000, nullable: true },
    finished_at: { type: 'string', format: 'date-time', nullable: true },
  },
  indexes: { due: ['status', 'next_attempt_at'] },
  retention: { after: '30d', since: 'finished_at' },
})
