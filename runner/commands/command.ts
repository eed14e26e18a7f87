import type { Configuration } from '../configuration/configuration.ts'
import type { Environment } from '../environment.ts'
import type { Input } from './input.ts'

/** One command of the command line: what it is given, as data, and what it does. */
export interface Command {
  /** One or two words: `key create`. */
  readonly name: string
  readonly doc: string
  readonly inputs: readonly Input<unknown>[]
  /** More that its help tells. */
  readonly notes?: string
  /** What stands behind the command's words in its help. */
  readonly examples: readonly string[]
  /** What is wrong with what was given, as far as only the configuration tells: sentences. */
  readonly check?: (given: Given) => Promise<readonly string[]>
  /** Files that only this command needs are imported in here, so that no other one waits for them. */
  readonly run: (given: Given) => Promise<Answer | undefined>
}

/** What a command is run with. */
export interface Given {
  /** The value of an input of the command, which has none of the faults that were looked for. */
  of<T>(input: Input<T>): T
  /** The same while it is checked: undefined where it is missing or faulty. */
  maybe<T>(input: Input<T>): T | undefined
  /** Whether anything was given for it, right or wrong. */
  has(input: Input<unknown>): boolean
  /** Throws `Refused`. */
  environment(): Environment
  /** Loaded once. Rejects with `Refused`. */
  configuration(): Promise<Configuration>
}

/** What a command prints, for machines or for people. */
export interface Answer {
  readonly json: unknown
  readonly text: string
  /** Default 0. */
  readonly exitCode?: 0 | 1
}
