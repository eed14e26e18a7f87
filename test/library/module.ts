/**
 * A library as a module: a living example of the language, and what tests of the core stand on. It says, in data, nearly
 * everything that can be said; what data can't say is a short program beside its definition.
 */
import { defineModule } from '#definitions'
import { announceReturn, announceReturnProgram, loanReturned } from './announce-return.ts'
import { barcodeTaken, book, bookAcquired, bookCorrected, bookDiscarded } from './book.ts'
import { card, cardCreate, cardCreateProgram } from './card.ts'
import { apa, apaProgram, citations, citationUnknown, cite, citeProgram, plain, plainProgram } from './citation.ts'
import { extend, extendProgram, extensionRefused } from './extend.ts'
import { hours, hoursPage, hoursPageProgram, hoursProgram } from './hours.ts'
import { entry, keepEntry, keepEntryProgram } from './ledger.ts'
import { loan, loanClosed, loanCreated, loanLimitReached, openLoans } from './loan.ts'
import { reader, readerProgram } from './reader.ts'
import { loanOverdue, remindOnOverdue, remindReader, remindReaderProgram } from './remind-reader.ts'
import { review, reviewedAlready } from './review.ts'
import { shelf } from './shelf.ts'
import { summary, summaryProgram } from './summary.ts'
import { orderWish, orderWishProgram, wish, wishOrder, wishOrderProgram } from './wish.ts'

export default defineModule({
  name: 'library',
  doc: 'Books on shelves, who borrows them, and what readers think of them.',
  needs: ['students'],
  scopes: {
    'api:library:read': 'List and read shelves, books, loans and reviews.',
    'api:library:write': 'Put books on shelves, and review them.',
    'api:library:lend': 'Lend books and take them back.',
  },
  features: { wishes: { doc: 'Readers may wish for books.', default: false } },
  settings: {
    longestExtension: { type: 'integer', minimum: 1, maximum: 60, default: 14, doc: 'In days.' },
    citation: { type: 'string', maxLength: 40, default: 'plain', doc: 'The style of those who ask for none.' },
    closedOn: {
      type: 'array',
      items: { enum: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] },
      maxItems: 7,
      default: ['sunday'],
    },
  },
  definitions: [
    shelf,
    book,
    barcodeTaken,
    bookAcquired,
    bookCorrected,
    bookDiscarded,
    loan,
    loanCreated,
    loanOverdue,
    loanReturned,
    loanClosed,
    openLoans,
    loanLimitReached,
    announceReturn,
    remindOnOverdue,
    remindReader,
    extend,
    extensionRefused,
    review,
    reviewedAlready,
    entry,
    keepEntry,
    citations,
    plain,
    apa,
    cite,
    citationUnknown,
    card,
    cardCreate,
    wish,
    wishOrder,
    orderWish,
    summary,
    reader,
    hours,
    hoursPage,
  ],
  behaviours: [
    announceReturnProgram,
    remindReaderProgram,
    extendProgram,
    keepEntryProgram,
    plainProgram,
    apaProgram,
    citeProgram,
    cardCreateProgram,
    wishOrderProgram,
    orderWishProgram,
    summaryProgram,
    readerProgram,
    hoursProgram,
    hoursPageProgram,
  ],
})
