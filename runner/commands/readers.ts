import { toMilliseconds } from '#core/duration.ts'
import { nearest, show } from '#core/fault.ts'
import type { Reader } from './input.ts'

/** Any text that says something. */
export const text: Reader<string> = (given) => (given === '' ? { wrong: 'is empty' } : { value: given })

export const id: Reader<string> = (given) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)
    ? { value: given.toLowerCase() }
    : { wrong: `${show(given)} is no id; expected one such as 0199c0de-0000-7000-8000-000000000000` }

/** A length of time, in milliseconds. */
export const duration: Reader<number> = (given) => {
  const value = toMilliseconds(given)
  return value === undefined
    ? { wrong: `${show(given)} is no duration; expected one such as 300ms, 30s, 1m, 2h or 5d` }
    : { value }
}

/** Words with commas between them, each once. */
export const words: Reader<readonly string[]> = (given) => {
  const value = [...new Set(given.split(/[\s,]+/).filter((word) => word !== ''))]
  return value.length === 0 ? { wrong: 'is empty' } : { value }
}

export const oneOf =
  <const C extends string>(...choices: readonly C[]): Reader<C> =>
  (given) => {
    const value = choices.find((choice) => choice === given)
    if (value !== undefined) return { value }
    const near = nearest(given, choices)
    const hint = near === null ? '' : `; did you mean '${near}'?`
    return { wrong: `found ${show(given)}; expected ${choices.join(' or ')}${hint}` }
  }

/** `name=true` or `name=false`. */
export const onOrOff: Reader<readonly [name: string, isOn: boolean]> = (given) => {
  const [, name = '', value] = /^([^=]+)=(true|false)$/.exec(given) ?? []
  return name === ''
    ? { wrong: `found ${show(given)}; expected a name and true or false, such as name=false` }
    : { value: [name, value === 'true'] }
}
