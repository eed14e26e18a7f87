import { defineError, defineResource } from '#definitions'

export const review = defineResource({
  name: 'review',
  doc: 'What a reader thinks of a book. It goes with the book, and stays without a name when the reader goes.',
  path: '/api/v1/reviews',
  fields: {
    book_id: { ref: 'book', onDelete: 'cascade' },
    student_id: { ref: 'student', nullable: true, onDelete: 'clear' },
    stars: { type: 'integer', minimum: 1, maximum: 5 },
    text: { type: 'string', maxLength: 5000, default: '', search: true },
  },
  unique: { once: { fields: ['book_id', 'student_id'], error: 'REVIEWED_ALREADY' } },
  operations: {
    list: { scope: 'api:library:read', paging: 'cursor', filters: { book: 'book_id', stars: 'stars' } },
    create: { scope: 'api:library:write', replies: { thanks: 'for the review' } },
    get: { scope: 'api:library:read' },
    replace: { scope: 'api:library:write', replies: { changed: true } },
    delete: { scope: 'api:library:write' },
  },
})

export const reviewedAlready = defineError({
  code: 'REVIEWED_ALREADY',
  status: 409,
  message: 'This reader has reviewed the book already.',
})
