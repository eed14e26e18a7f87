import { defineError, defineEvent, defineQuota, defineResource } from '#definitions'

export const loan = defineResource({
  name: 'loan',
  doc: 'A book in the hands of a student.',
  path: '/api/v1/loans',
  fields: {
    book_id: { ref: 'book' },
    student_id: { ref: 'student' },
    due_on: { type: 'string', format: 'date' },
    note: { type: 'string', maxLength: 500, nullable: true, search: true },
    extensions: { type: 'integer', default: 0, readOnly: true },
    reminded_at: { type: 'string', format: 'date-time', nullable: true, readOnly: true },
    announced_at: { type: 'string', format: 'date-time', nullable: true, readOnly: true },
  },
  states: {
    initial: 'open',
    final: ['returned', 'lost'],
    transitions: {
      remind: { doc: 'It is overdue.', from: ['open'], to: 'overdue', event: 'loan.overdue' },
      return: {
        doc: 'It is back.',
        from: ['open', 'overdue'],
        to: 'returned',
        refused: 'LOAN_CLOSED',
        event: 'loan.returned',
        job: 'announce-return',
      },
      lose: { doc: 'It will not come back.', from: ['open', 'overdue'], to: 'lost' },
    },
  },
  events: { created: 'loan.created' },
  retention: { after: '365d', since: 'updated_at', where: { status: 'returned' } },
  operations: {
    list: { scope: 'api:library:read', filters: { status: 'status', book: 'book_id', student: 'student_id' } },
    create: { scope: 'api:library:lend', quota: 'openLoans' },
    get: { scope: 'api:library:read' },
    delete: { scope: 'api:library:lend' },
    remind: { scope: 'api:library:lend' },
    return: { scope: 'api:library:lend' },
    'write-off': { scope: 'api:library:lend', transition: 'lose' },
  },
})

export const loanCreated = defineEvent({
  name: 'loan.created',
  doc: 'A book was lent.',
  payload: { id: { ref: 'loan' } },
})

export const openLoans = defineQuota({
  name: 'openLoans',
  doc: 'How many loans an account may keep.',
  counts: 'loan',
  default: 500,
  error: 'LOAN_LIMIT_REACHED',
  upgrade: true,
})

export const loanLimitReached = defineError({
  code: 'LOAN_LIMIT_REACHED',
  status: 402,
  message: 'The plan allows no more loans.',
})

export const loanClosed = defineError({ code: 'LOAN_CLOSED', status: 409, message: 'The book is not out on loan.' })
