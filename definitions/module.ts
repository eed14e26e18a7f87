import * as Schema from 'effect/Schema'
import type { Behaviour } from './behaviour.ts'
import { Contribution, ExtensionPoint } from './contribution.ts'
import { ErrorDefinition } from './error.ts'
import { EventDefinition } from './event.ts'
import { Fields } from './field.ts'
import { Job } from './job.ts'
import { Operation } from './operation.ts'
import { Page } from './page.ts'
import { Quota } from './quota.ts'
import { Resource } from './resource.ts'
import { Subscription } from './subscription.ts'
import type { Known } from './value.ts'
import { Doc, Name, required, ScopeName, word } from './word.ts'

/** Anything that a module lists. */
export const Definition = Schema.Union([
  Resource,
  Operation,
  ErrorDefinition,
  EventDefinition,
  Subscription,
  Job,
  Quota,
  ExtensionPoint,
  Contribution,
  Page,
])
export type Definition = typeof Definition.Type

/** A module as data: what a `.json` file may hold. */
export const ModuleDefinition = Schema.Struct({
  name: required(Name, 'In lower case, as it stands in the configuration.'),
  doc: required(Doc, 'One sentence: what a school gets by switching it on.'),
  needs: word(Schema.Array(Name), "The modules without which it can't run."),
  scopes: word(Schema.Record(ScopeName, Doc), 'The scopes that it brings, each with what it covers.'),
  features: word(
    Schema.Record(Name, Schema.Struct({ doc: Doc, default: Schema.Boolean })),
    'What can be switched on and off for an account.',
  ),
  settings: word(Fields, 'What a school configures under `settings.<module>`.'),
  definitions: required(Schema.Array(Definition), 'What follows: a table of contents.'),
})
export type ModuleDefinition = typeof ModuleDefinition.Type

/** A module: its definitions, and the behaviours that serve them. */
export interface Module extends ModuleDefinition {
  readonly behaviours?: readonly Behaviour[]
}

// What a module lists has been looked at already, each by its own constructor.
type Words<M> = Omit<M, 'definitions' | 'behaviours'>

/** Declares a module. */
export const defineModule = <const M extends Module>(data: M & Known<Words<M>, Words<Module>>): M => data
