import { defineError, defineEvent, defineResource } from '#definitions'

export const book = defineResource({
  name: 'book',
  doc: 'One copy of a book. Its id tells nothing of when it came.',
  path: '/api/v1/books',
  id: 'uuid4',
  fields: {
    barcode: { type: 'string', pattern: '^[A-Z]{2}[0-9]{6}$', maxLength: 8, doc: 'One in the world.' },
    title: { type: 'string', minLength: 1, maxLength: 300, search: true },
    subtitle: { type: 'string', maxLength: 300, nullable: true, search: true },
    shelf_id: { ref: 'shelf', nullable: true, onDelete: 'clear' },
    language: { enum: ['en', 'ja', 'zh-TW', 'other'], default: 'en' },
    keywords: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 50 },
      maxItems: 20,
      uniqueItems: true,
      default: [],
    },
    authors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 200 },
          role: { enum: ['author', 'editor', 'translator'], default: 'author' },
          born: { type: 'integer', minimum: -3000, maximum: 2100, optional: true },
        },
      },
      minItems: 1,
      maxItems: 10,
    },
    pages: { type: 'integer', minimum: 1, maximum: 20_000, nullable: true },
    price: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1_000_000, nullable: true, doc: 'In euros.' },
    rating: { type: 'number', minimum: 0, maximum: 5, multipleOf: 0.5, nullable: true },
    age: { enum: [6, 9, 12, 16], nullable: true, doc: 'Fit for readers from this age.' },
    lendable: { type: 'boolean', default: true },
    medium: { const: 'paper', default: 'paper' },
    period: { type: 'string', format: 'duration', default: '14d', doc: 'How long it is lent.' },
    published_on: { type: 'string', format: 'date', nullable: true },
    acquired_at: { type: 'string', format: 'date-time', nullable: true },
    cover: { type: 'string', format: 'byte', maxLength: 4096, nullable: true, doc: 'A small picture, PNG.' },
    website: { type: 'string', format: 'uri', maxLength: 2000, nullable: true },
    size: {
      type: 'object',
      properties: {
        width: { type: 'number', exclusiveMinimum: 0 },
        height: { type: 'number', exclusiveMinimum: 0 },
        unit: { const: 'mm' },
      },
      nullable: true,
    },
    edition: {
      oneOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', minLength: 1, maxLength: 50 },
      ],
      nullable: true,
    },
    extra: {
      type: 'object',
      additionalProperties: true,
      maxProperties: 50,
      default: {},
      doc: 'Whatever the school keeps.',
    },
    donor: { type: 'string', maxLength: 200, from: 'account.name' },
  },
  unique: { barcode: { fields: ['barcode'], error: 'BARCODE_TAKEN' } },
  events: { created: 'book.acquired', replaced: 'book.corrected', deleted: 'book.discarded' },
  operations: {
    list: {
      scope: 'api:library:read',
      paging: 'cursor',
      filters: { language: 'language', shelf: 'shelf_id', keyword: 'keywords', lendable: 'lendable', pages: 'pages' },
    },
    create: { scope: 'api:library:write' },
    get: { scope: 'api:library:read' },
    replace: { scope: 'api:library:write' },
    delete: { scope: 'api:library:write' },
  },
})

export const barcodeTaken = defineError({
  code: 'BARCODE_TAKEN',
  status: 409,
  message: 'Another copy already bears this barcode.',
})

export const bookAcquired = defineEvent({
  name: 'book.acquired',
  doc: 'A book has come.',
  payload: { id: { ref: 'book' } },
})

export const bookCorrected = defineEvent({
  name: 'book.corrected',
  doc: 'What is said of a book has changed.',
  payload: { id: { ref: 'book' } },
})

export const bookDiscarded = defineEvent({
  name: 'book.discarded',
  doc: 'A book has gone.',
  payload: { id: { type: 'string', format: 'uuid' } },
})
