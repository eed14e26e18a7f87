/** What was looked at, and how it is. */
export interface Finding {
  /** A word or two: `database`. */
  readonly name: string
  readonly ok: boolean
  /** One sentence. */
  readonly finding: string
  /** What to do; null when all is well. */
  readonly advice: string | null
}

export const well = (name: string, finding: string): Finding => ({ name, ok: true, finding, advice: null })

export const wrong = (name: string, finding: string, advice: string): Finding => ({ name, ok: false, finding, advice })

/** `3 steps`, `1 step`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
