import { distance } from 'fastest-levenshtein'

/** One mistake in a definition or in the configuration: where it stands, what is wrong, what was meant. */
export interface Fault {
  /** The module, or `configuration`. */
  readonly module: string
  /** Where, as it is written: `attempt.states.transitions.grade.from[0]`. */
  readonly path: string
  /** What was found: `no state 'submited'`. */
  readonly found: string
  /** What would have been right, or null when `found` says it. */
  readonly expected: string | null
  /** The nearest right word, or null when none is near. */
  readonly nearest: string | null
}

/** A fault; `known` are the words that would have been right, the nearest of which is offered. */
export const fault = (
  module: string,
  path: string,
  found: string,
  right: { readonly expected?: string; readonly word?: string; readonly known?: readonly string[] } = {},
): Fault => ({
  module,
  path,
  found,
  expected: right.expected ?? null,
  nearest: right.word === undefined ? null : nearest(right.word, right.known ?? []),
})

/** `quizzes: attempt.states.initial: no state 'opn'; did you mean 'open'?` */
export const toSentence = (fault: Fault): string => {
  const place = fault.path === '' ? fault.module : `${fault.module}: ${fault.path}`
  const expected = fault.expected === null ? '' : `; expected ${fault.expected}`
  const hint = fault.nearest === null ? '' : `; did you mean '${fault.nearest}'?`
  return `${place}: ${fault.found}${expected}${hint}`
}

/**
 * The known word that is fewest edits away, when those are few for its length; null otherwise. The same letters in
 * another order are one edit: `form` for `from` is the commonest slip of all.
 */
export const nearest = (word: string, known: readonly string[]): string | null => {
  const allowed = Math.max(1, Math.round(word.length / 3))
  const given = word.toLowerCase()
  let best: string | null = null
  let least = allowed + 1
  for (const candidate of known) {
    const other = candidate.toLowerCase()
    const edits = given !== other && lettersOf(given) === lettersOf(other) ? 1 : distance(given, other)
    if (edits < least) [best, least] = [candidate, edits]
  }
  return best
}

const lettersOf = (word: string): string => [...word].sort().join('')

/** A value as a fault shows it, in at most 60 characters. */
export const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
