import { fault } from '../fault.ts'
import type { Rule } from './check.ts'

/** A job that starts by itself says when in five parts, and is given nothing. */
export const cronIsWellFormed: Rule = (_, { jobs }) =>
  Object.values(jobs).flatMap(({ module, definition: { name, cron, payload } }) => {
    if (cron === undefined) return []
    const wrong = cronFault(cron)
    return [
      ...(wrong === null
        ? []
        : [
            fault(module, `${name}.cron`, wrong, {
              expected: 'minute, hour, day, month, day of the week: `15 3 * * *`',
            }),
          ]),
      ...Object.keys(payload).map((member) =>
        fault(module, `${name}.payload.${member}`, 'a payload for what starts by itself', { expected: 'none' }),
      ),
    ]
  })

const parts = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12 },
  // 7 is Sunday again.
  { name: 'day of the week', least: 0, most: 7 },
] as const

/**
 * What is wrong with it, or null: each part a list of numbers, ranges `1-5`, `*` and steps of all `*​/15`. The grammar is
 * graphile-worker's, which runs it; to load that for a check would cost more than all other rules together.
 */
export const cronFault = (cron: string): string | null => {
  const given = cron.split(/\s+/)
  if (given.length !== parts.length) return `found ${given.length} parts`
  for (const [index, { name, least, most }] of parts.entries()) {
    const wrong = (given[index] ?? '').split(',').find((item) => !isWithin(item, least, most))
    if (wrong !== undefined) return `'${wrong}' is no ${name}, ${least} to ${most}`
  }
  return null
}

const isWithin = (item: string, least: number, most: number): boolean => {
  if (item === '*' || /^\*\/0*[1-9][0-9]*$/.test(item)) return true
  const [, first, last] = /^([0-9]+)(?:-([0-9]+))?$/.exec(item) ?? []
  if (first === undefined || Number(first) < least) return false
  return last === undefined ? Number(first) <= most : Number(first) < Number(last) && Number(last) <= most
}
