/**
 * What was asked for can't be done. Each sentence stands alone: what is wrong, where, what to do. They are shown as they
 * are, so they hold no secret. `exitCode` is 2 for a wrong use of the command line, and 1 for anything else.
 */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly sentences: readonly string[]
  readonly exitCode: 1 | 2

  constructor(sentences: readonly string[], exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super(sentences.join('\n'), options)
    this.sentences = sentences
    this.exitCode = exitCode
  }
}
