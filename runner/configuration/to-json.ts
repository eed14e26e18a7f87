import { type Fault, fault } from '#core/fault.ts'
import type { Json } from '#definitions'

export type Members = { readonly [name: string]: Json }

/** Whether it has members by name. */
export const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What a configuration file gave, as plain data of our own; what is no data is a fault with its place, and left out. A
 * member that is undefined isn't there.
 */
export const toJson = (value: unknown, path: string, faults: Fault[]): Json | undefined => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (Number.isFinite(value)) return value
      break
    case 'object':
      if (value === null) return null
      // Deeper than anybody writes by hand: it holds itself.
      if (path.length > 2_000) break
      if (Array.isArray(value)) return value.map((item, index) => toJson(item, `${path}[${index}]`, faults) ?? null)
      if (isPlain(value)) return toMembers(value, path, faults)
  }
  faults.push(fault('configuration', path, `found ${kindOf(value)}`, { expected: 'plain data' }))
  return undefined
}

const toMembers = (value: object, path: string, faults: Fault[]): Members => {
  const members: (readonly [string, Json])[] = []
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    const json = toJson(member, path === '' ? name : `${path}.${name}`, faults)
    if (json !== undefined) members.push([name, json])
  }
  return Object.fromEntries(members)
}

/** Written as `{ … }`, or a module's namespace. */
const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

const kindOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object' && value !== null && !isPlain(value) && !Array.isArray(value))
    return `a ${value.constructor.name}`
  return typeof value === 'object' ? 'something that holds itself' : `a ${typeof value}`
}
