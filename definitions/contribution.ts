import * as Schema from 'effect/Schema'
import { Field, Fields, type Json } from './field.ts'
import type { Known } from './value.ts'
import { Doc, DottedName, Name, required, word } from './word.ts'

/** A place where modules add something: block types, providers, generators. */
export const ExtensionPoint = Schema.Struct({
  kind: Schema.Literal('extension-point'),
  name: required(DottedName, 'Its module and what is added: `profile.blocks`.'),
  doc: required(Doc, 'One sentence: what a contribution is.'),
  holds: required(Fields, 'The data that each contribution must bring.'),
  input: word(Field, "What a contribution's behaviour is given. Without it, contributions are data alone."),
  output: word(Field, 'What its behaviour must give back.'),
})
export type ExtensionPoint = typeof ExtensionPoint.Type

/** What a module adds to an extension point, under a key that is unique there. */
export const Contribution = Schema.Struct({
  kind: Schema.Literal('contribution'),
  to: required(DottedName, 'The extension point.'),
  key: required(Name, 'Its name there: `faq`.'),
  doc: required(Doc, 'One sentence: what it is.'),
  data: required(Schema.Record(Schema.String, Schema.Json), 'What the extension point asks for.'),
})
export type Contribution = typeof Contribution.Type

type ExtensionPointData = Omit<ExtensionPoint, 'kind'>
interface ContributionData extends Omit<Contribution, 'kind' | 'data'> {
  readonly data: { readonly [name: string]: Json }
}

/** Declares a place where modules add something. */
export const defineExtensionPoint = <const P extends ExtensionPointData>(
  data: P & Known<P, ExtensionPointData>,
): P & { readonly kind: 'extension-point' } => ({ ...(data as P), kind: 'extension-point' })

/** Declares what a module adds to an extension point. */
export const defineContribution = <const C extends ContributionData>(
  data: C & Known<C, ContributionData>,
): C & { readonly kind: 'contribution' } => ({ ...(data as C), kind: 'contribution' })
