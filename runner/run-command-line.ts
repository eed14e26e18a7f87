import { carryOut, WrongUse } from './command-line.ts'
import { DatabaseUnavailable } from './database/database-unavailable.ts'
import { Refused } from './refused.ts'

/** Carries out one call of the command line: what is asked for goes to standard output, what is wrong to the other. */
export const runCommandLine = async (args: readonly string[], variables: Variables): Promise<void> => {
  // A reader that has seen enough (`| head`) is no fault.
  process.stdout.on('error', () => process.exit())
  const isJson = args.includes('--json')
  try {
    const answer = await carryOut(args, variables)
    if (answer === undefined) return
    process.stdout.write(`${isJson ? JSON.stringify(answer.json) : answer.text}\n`)
    process.exitCode = answer.exitCode ?? 0
  } catch (error) {
    const { sentences, exitCode, hint } = explain(error, variables.LECTERN_LOG_LEVEL)
    process.stderr.write(`${isJson ? JSON.stringify(toJson(sentences, hint)) : [...sentences, ...hint].join('\n')}\n`)
    process.exitCode = exitCode
  }
  // Everything is closed by now. Whatever still holds the process was left by something that failed.
  setTimeout(() => process.exit(), 5_000).unref()
}

type Variables = { readonly [name: string]: string | undefined }

interface Explained {
  readonly sentences: readonly string[]
  readonly exitCode: number
  readonly hint: readonly string[]
}

const explain = (error: unknown, logLevel = ''): Explained => {
  if (error instanceof Refused) return { ...pick(error), hint: error instanceof WrongUse ? [error.hint] : [] }
  if (error instanceof DatabaseUnavailable) return { sentences: [error.message], exitCode: 1, hint: [] }
  const message = error instanceof Error ? error.message : String(error)
  // Where a fault of ours comes from is for those who look for it.
  const stack = /^(debug|trace)$/.test(logLevel) && error instanceof Error ? error.stack : null
  return { sentences: [stack ?? `Something went wrong: ${message.split('\n')[0]}`], exitCode: 1, hint: [] }
}

const pick = ({ sentences, exitCode }: Refused) => ({ sentences, exitCode })

/** `details` where there is more to tell than one sentence. */
const toJson = (sentences: readonly string[], [hint]: readonly string[]) => ({
  error: sentences.length === 1 ? sentences[0] : `${sentences.length} things are wrong`,
  ...(sentences.length === 1 ? {} : { details: sentences }),
  ...(hint === undefined ? {} : { hint }),
})
