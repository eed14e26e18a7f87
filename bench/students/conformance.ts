import { isDeepStrictEqual } from 'node:util'
import type { App } from './app.ts'
import { converse } from './conversation.ts'

/**
 * Asks all apps the same and finds where they answer otherwise than expected, or than the first of them: a difference
 * would make the comparison of their speed an unfair one.
 */
export const differences = async (apps: readonly App[]): Promise<string[]> => {
  const found: string[] = []
  const recordings = await Promise.all(apps.map(async (app) => ({ app, records: await converse(app) })))
  const model = recordings[0]
  for (const { app, records } of recordings)
    for (const [index, { name, expected, answer }] of records.entries()) {
      const status = typeof answer === 'object' && answer !== null && 'status' in answer ? answer.status : undefined
      if (status !== expected) found.push(`${app.name}, ${name}: ${status} instead of ${expected}`)
      const other = model?.records[index]
      if (!isDeepStrictEqual({ name, answer }, { name: other?.name, answer: other?.answer }))
        found.push(
          `${app.name}, ${name}: ${JSON.stringify(answer)}\n  ${model?.app.name}: ${JSON.stringify(other?.answer)}`,
        )
    }
  return found
}
