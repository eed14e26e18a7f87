import * as Effect from 'effect/Effect'
import { behaviour, defineContribution, defineError, defineExtensionPoint, defineOperation } from '#definitions'
import { book } from './book.ts'

export const citations = defineExtensionPoint({
  name: 'library.citations',
  doc: 'A way to cite a book.',
  holds: { label: { type: 'string', maxLength: 100 } },
  input: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      authors: { type: 'array', items: { type: 'string' } },
      year: { type: 'string', nullable: true },
    },
  },
  output: { type: 'string' },
})

interface Cited {
  readonly title: string
  readonly authors: readonly string[]
  readonly year: string | null
}

export const plain = defineContribution({
  to: 'library.citations',
  key: 'plain',
  doc: 'Title and authors, as they are said.',
  data: { label: 'Plain' },
})

export const plainProgram = behaviour(plain, ({ title, authors }: Cited) =>
  Effect.succeed(`${title}, by ${authors.join(' and ')}`),
)

export const apa = defineContribution({
  to: 'library.citations',
  key: 'apa',
  doc: 'The style of the American Psychological Association, more or less.',
  data: { label: 'APA' },
})

export const apaProgram = behaviour(apa, ({ title, authors, year }: Cited) =>
  Effect.succeed(`${authors.join(', & ')} (${year ?? 'n.d.'}). ${title}.`),
)

export const cite = defineOperation({
  name: 'book.cite',
  doc: 'How to cite a book, in one of the styles that are there.',
  method: 'GET',
  path: '/api/v1/books/{id}/citation',
  scope: 'api:library:read',
  query: { style: { type: 'string', minLength: 1, maxLength: 40, optional: true } },
  output: {
    type: 'object',
    properties: {
      style: { type: 'string' },
      label: { type: 'string' },
      text: { type: 'string' },
      styles: { type: 'array', items: { type: 'string' } },
    },
  },
  errors: ['CITATION_UNKNOWN'],
})

export const citationUnknown = defineError({
  code: 'CITATION_UNKNOWN',
  status: 400,
  message: 'There is no such style of citation.',
})

export const citeProgram = behaviour(cite, ({ input: { params, query }, settings, store, contributions, fail }) =>
  Effect.gen(function* () {
    const found = yield* store.find(book, String(params.id))
    if (found === undefined) return yield* fail('NOT_FOUND')
    const styles = contributions(citations)
    const style = styles.find(({ key }) => key === (query.style ?? settings.citation))
    if (style === undefined) return yield* fail('CITATION_UNKNOWN')
    const { title, authors, published_on } = found
    const cited = { title, authors: authors.map(({ name }) => name), year: published_on?.slice(0, 4) ?? null }
    const text = yield* Effect.orDie(style.run(cited))
    return { style: style.key, label: style.data.label, text, styles: styles.map(({ key }) => key) }
  }),
)
