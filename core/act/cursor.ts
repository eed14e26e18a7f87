import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Where the next page begins, as text that clients pass back and can't alter. */
export interface Cursors {
  /** `position` is the last record's place in the order; `asked` stands for the list and its filters. */
  make(position: readonly string[], asked: string): string
  /** The position; undefined for a cursor that was altered, or made for another list or other filters. */
  read(cursor: string, asked: string): readonly string[] | undefined
}

const macLength = 16

export const makeCursors = (secret: string): Cursors => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'lectern cursor', 32))
  const sign = (position: string, asked: string): Buffer =>
    createHmac('sha256', key).update(`${asked}\n${position}`).digest().subarray(0, macLength)
  return {
    make: (position, asked) => {
      const text = JSON.stringify(position)
      return Buffer.concat([sign(text, asked), Buffer.from(text)]).toString('base64url')
    },
    read: (cursor, asked) => {
      const bytes = Buffer.from(cursor, 'base64url')
      const text = bytes.subarray(macLength).toString()
      // Base64 takes more than one spelling of the same bytes: only ours is unaltered.
      if (bytes.length <= macLength || bytes.toString('base64url') !== cursor) return undefined
      return timingSafeEqual(bytes.subarray(0, macLength), sign(text, asked)) ? JSON.parse(text) : undefined
    },
  }
}
