import type { Detail } from '#definitions'
import { toPointerStep } from './json-pointer.ts'
import { mostDetails } from './to-details.ts'

/** Characters that PostgreSQL can't keep, or that no UTF-8 can carry: NUL, and half a surrogate pair. */
const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

const message = 'must not hold a NUL character or half of a surrogate pair'

/** Every text of a parsed body, names of members included, that can't be stored. Walks without recursion, however deep. */
export const textFaults = (value: unknown, where: Detail['in']): readonly Detail[] => {
  const details: Detail[] = []
  const open: { readonly path: string; readonly value: unknown }[] = [{ path: '', value }]
  for (let next = open.pop(); next !== undefined && details.length < mostDetails; next = open.pop()) {
    const { path, value: inner } = next
    if (typeof inner === 'string') {
      if (isUnstorable(inner)) details.push({ in: where, path, message })
    } else if (typeof inner === 'object' && inner !== null) {
      for (const [name, member] of Object.entries(inner)) {
        const place = `${path}${toPointerStep(name.toWellFormed().replaceAll('\0', '\\u0000'))}`
        if (isUnstorable(name)) details.push({ in: where, path: place, message })
        open.push({ path: place, value: member })
      }
    }
  }
  return details.reverse()
}
