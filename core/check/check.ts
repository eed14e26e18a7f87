import type { Collection } from '../collect.ts'
import type { Fault } from '../fault.ts'
import type { Model } from '../model.ts'
import { behaviourServesADefinition } from './behaviour-serves-a-definition.ts'
import { boundsLeaveRoom } from './bounds-leave-room.ts'
import { choicesAreAlike } from './choices-are-alike.ts'
import { contributionFitsItsPoint } from './contribution-fits-its-point.ts'
import { cronIsWellFormed } from './cron-is-well-formed.ts'
import { definitionHasItsBehaviour } from './definition-has-its-behaviour.ts'
import { earlierNameIsFree } from './earlier-name-is-free.ts'
import { fieldSaysItsType } from './field-says-its-type.ts'
import { filterIsAParameter } from './filter-is-a-parameter.ts'
import { fromNamesWhatIsKnown } from './from-names-what-is-known.ts'
import { listedFieldExists } from './listed-field-exists.ts'
import { nameFitsPostgresql } from './name-fits-postgresql.ts'
import { nameIsFree } from './name-is-free.ts'
import { needsHaveNoCycle } from './needs-have-no-cycle.ts'
import { needsNameModules } from './needs-name-modules.ts'
import { needsNameWhatIsUsed } from './needs-name-what-is-used.ts'
import { operationHasOneName } from './operation-has-one-name.ts'
import { operationSaysWhoMay } from './operation-says-who-may.ts'
import { parameterIsPlain } from './parameter-is-plain.ts'
import { pathParameterIsInThePath } from './path-parameter-is-in-the-path.ts'
import { patternCompiles } from './pattern-compiles.ts'
import { payloadFits } from './payload-fits.ts'
import { quotaCountsWhatIsCreated } from './quota-counts-what-is-created.ts'
import { referenceCanBeKept } from './reference-can-be-kept.ts'
import { referenceIsDeclared } from './reference-is-declared.ts'
import { resourceIsReachable } from './resource-is-reachable.ts'
import { resourceOperationIsDerived } from './resource-operation-is-derived.ts'
import { routeHasOneOwner } from './route-has-one-owner.ts'
import { scopeHasOneModule } from './scope-has-one-module.ts'
import { stateIsReachedAndLeft } from './state-is-reached-and-left.ts'
import { tableHasOneResource } from './table-has-one-resource.ts'
import { textIsBounded } from './text-is-bounded.ts'
import { timeIsCountedFromATime } from './time-is-counted-from-a-time.ts'
import { timeoutFitsATimer } from './timeout-fits-a-timer.ts'
import { transitionNamesAState } from './transition-names-a-state.ts'
import { valueSuitsItsField } from './value-suits-its-field.ts'
import { wordIsCarriedOut } from './word-is-carried-out.ts'
import { wordSuitsItsPlace } from './word-suits-its-place.ts'
import { wordSuitsItsType } from './word-suits-its-type.ts'

/** One rule about definitions: what it finds wrong, each fault with its place and the nearest right word. */
export type Rule = (model: Model, collection: Collection) => readonly Fault[]

const rules: readonly Rule[] = [
  // Modules among each other.
  needsNameModules,
  needsHaveNoCycle,
  needsNameWhatIsUsed,
  referenceIsDeclared,
  scopeHasOneModule,
  routeHasOneOwner,
  operationHasOneName,
  tableHasOneResource,
  // Fields.
  nameIsFree,
  earlierNameIsFree,
  fieldSaysItsType,
  wordSuitsItsType,
  wordSuitsItsPlace,
  boundsLeaveRoom,
  choicesAreAlike,
  patternCompiles,
  valueSuitsItsField,
  fromNamesWhatIsKnown,
  // Resources and their tables.
  listedFieldExists,
  referenceCanBeKept,
  textIsBounded,
  timeIsCountedFromATime,
  nameFitsPostgresql,
  resourceIsReachable,
  transitionNamesAState,
  stateIsReachedAndLeft,
  wordIsCarriedOut,
  // Operations.
  resourceOperationIsDerived,
  quotaCountsWhatIsCreated,
  filterIsAParameter,
  parameterIsPlain,
  pathParameterIsInThePath,
  operationSaysWhoMay,
  // What happens by itself, and what is added.
  payloadFits,
  cronIsWellFormed,
  timeoutFitsATimer,
  contributionFitsItsPoint,
  behaviourServesADefinition,
  definitionHasItsBehaviour,
]

/** Every fault of every rule, at once. */
export const check = (model: Model, collection: Collection): readonly Fault[] =>
  rules.flatMap((rule) => rule(model, collection))
