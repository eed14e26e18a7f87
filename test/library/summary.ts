import * as Effect from 'effect/Effect'
import { behaviour, defineOperation } from '#definitions'
import { book } from './book.ts'
import { entry } from './ledger.ts'
import { loan } from './loan.ts'

export const summary = defineOperation({
  name: 'library.summary',
  doc: 'How many books there are, how many are out, and what happened last.',
  method: 'GET',
  path: '/api/v1/library/summary',
  scope: 'api:library:read',
  query: {
    language: { enum: ['en', 'ja', 'zh-TW', 'other'], optional: true },
    last: { type: 'integer', minimum: 0, maximum: 50, default: 10, doc: 'How many entries of the ledger.' },
  },
  output: {
    type: 'object',
    properties: {
      books: { type: 'integer' },
      out: { type: 'integer' },
      last: { type: 'array', items: { type: 'string' } },
    },
  },
})

export const summaryProgram = behaviour(summary, ({ input: { query }, store }) =>
  Effect.gen(function* () {
    const books = yield* store.select(book, query.language === undefined ? {} : { language: query.language })
    const out = yield* store.select(loan, { status: 'open' })
    const entries = yield* store.select(entry, {}, { limit: query.last })
    return { books: books.length, out: out.length, last: entries.map(({ what }) => what) }
  }),
)
