import * as Schema from 'effect/Schema'
import { Fields } from './field.ts'
import type { Known } from './value.ts'
import { Code, Doc, DottedName, Path, required, word } from './word.ts'

/** An HTML page that the server renders; its behaviour gives the HTML. */
export const Page = Schema.Struct({
  kind: Schema.Literal('page'),
  name: required(DottedName, 'What it shows: `profile.page`.'),
  doc: required(Doc, 'One sentence: what it shows, to whom.'),
  path: required(Path, 'The path, with its parameters in braces.'),
  params: word(Fields, 'The members of the path. Default: text of up to 200 characters.'),
  errors: word(Schema.Array(Code), 'The codes it may fail with.'),
})
export type Page = typeof Page.Type

type PageData = Omit<Page, 'kind'>

/** Declares an HTML page. */
export const definePage = <const P extends PageData>(data: P & Known<P, PageData>): P & { readonly kind: 'page' } => ({
  ...(data as P),
  kind: 'page',
})
