import type { Options } from './options.ts'

/** One file of the bench: what `npm run bench -- NAME` runs. */
export type Scenario = {
  name: string
  /** Why it can't run here, if it can't. */
  obstacle(): string | undefined
  /** Prints its tables and answers the figures for --json. Whatever it starts, it hangs on `resources`. */
  run(options: Options, resources: AsyncDisposableStack): Promise<unknown>
}
