/** What a person reads of one test file's output, which is TAP: each failure with its diagnosis, and what the test printed. */
import type { StepResult } from './step.ts'
import { unfold } from './unfold.ts'

/** Assertions, as tap counts them; a test marked "todo" counts as skipped. */
export type Totals = { readonly passed: number; readonly failed: number; readonly skipped: number }

export class FileReport {
  readonly failures: string[] = []
  readonly #path: string[]
  readonly #onPrinted: (line: string) => void
  #failedBelow: boolean[] = []
  #diagnosis: { readonly indent: number; readonly lines: string[] } | undefined
  #lastPoint = { indent: 0, isShown: false }
  #summary = ''

  /** `onPrinted` takes what is not TAP. */
  constructor(file: string, onPrinted: (line: string) => void) {
    this.#path = [file]
    this.#onPrinted = onPrinted
  }

  read(line: string): void {
    if (this.#diagnosis) this.#readDiagnosis(line, this.#diagnosis)
    else this.#readTap(line)
  }

  #readTap(line: string): void {
    const indent = line.search(/\S|$/)
    const text = line.slice(indent)
    const point = /^(?<not>not )?ok\b(?: \d+)?(?: - )?(?<name>.*)$/.exec(text)?.groups
    if (point) this.#readPoint(indent, point.not === undefined, point.name ?? '')
    else if (text === '---' && indent === this.#lastPoint.indent + 2) this.#diagnosis = { indent, lines: [] }
    else if (text.startsWith('# Subtest')) this.#path[indent / 4 + 1] = text.slice('# Subtest: '.length)
    else if (text.startsWith('# {') && indent === 0) this.#summary = text
    else if (!/^(#|\d+\.\.\d+|TAP version|$)/.test(text)) this.#onPrinted(line)
  }

  /** A subtest's own point comes after its inside: it says something new only when nothing inside failed. */
  #readPoint(indent: number, ok: boolean, text: string): void {
    const depth = indent / 4 + 1
    const failedInside = this.#failedBelow[depth] === true
    const isShown = !ok && !failedInside && !/ # (todo|skip)\b/i.test(text)
    this.#path.length = Math.min(this.#path.length, depth)
    this.#failedBelow.length = Math.min(this.#failedBelow.length, depth)
    this.#lastPoint = { indent, isShown }
    if (!isShown) return
    this.#failedBelow = this.#path.map(() => true)
    this.failures.push('', `✗ ${[...this.#path, text.replace(/ # time=.*$/, '')].join(' > ')}`)
  }

  #readDiagnosis(line: string, { indent, lines }: { readonly indent: number; readonly lines: string[] }): void {
    if (line !== `${' '.repeat(indent)}...`) {
      lines.push(line.slice(indent))
      return
    }
    this.#diagnosis = undefined
    if (this.#lastPoint.isShown) this.failures.push(...unfold(lines).map((shown) => `  ${shown}`))
  }

  /**
   * tap ends its output with `# { total: 4, pass: 2, fail: 1, skip: 1 }`, without the zeros. A file that ended badly without
   * a failed assertion, or that asserted nothing, is one failure more.
   */
  end({ fault }: Pick<StepResult, 'fault'>): Totals {
    const count = (word: string) => Number(new RegExp(`\\b${word}: (\\d+)`).exec(this.#summary)?.[1] ?? 0)
    const totals = { passed: count('pass'), failed: count('fail'), skipped: count('skip') + count('todo') }
    const badEnd = fault ?? (totals.passed + totals.skipped === 0 ? 'no assertion' : undefined)
    if (totals.failed > 0 || badEnd === undefined) return totals
    this.failures.push('', `✗ ${this.#path[0]}: ${badEnd}`)
    return { ...totals, failed: 1 }
  }
}
