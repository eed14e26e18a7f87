/**
 * What a step may do to the rows that are there. `safe` keeps every row and can't fail because of one; `backfill` writes
 * rows or needs them to be in order first; `destructive` may lose values.
 */
export type StepKind = 'safe' | 'backfill' | 'destructive'

export interface SchemaStep {
  readonly kind: StepKind
  readonly table: string
  /** Statements to be run as they stand, `;` between them. */
  readonly sql: string
  /** One sentence for people. */
  readonly why: string
}

export interface SchemaPlan {
  /** In the order in which they must be taken. */
  readonly steps: readonly SchemaStep[]
  /** What can't be done, each a sentence. */
  readonly refusals: readonly string[]
}

const kinds: readonly StepKind[] = ['safe', 'backfill', 'destructive']

/** The graver of the two. */
export const graver = (one: StepKind, other: StepKind): StepKind =>
  kinds.indexOf(one) < kinds.indexOf(other) ? other : one
