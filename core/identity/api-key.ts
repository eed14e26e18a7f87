import { hash, randomBytes } from 'node:crypto'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const shape = /^lk_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})_[0-9A-Za-z]{43}$/

/** A new key: `lk_`, its id, `_` and 32 random bytes in base62. It is shown once; only its hash is kept. */
export const makeKey = (id: string): string => `lk_${id}_${toBase62(randomBytes(32))}`

/** The id in a well-formed key; undefined for anything else. */
export const keyIdOf = (key: string): string | undefined => shape.exec(key)?.[1]

/** What is kept of a key. Its 256 random bits leave nothing to guess, so a plain SHA-256 is enough. */
export const hashOfKey = (key: string): string => hash('sha256', key, 'base64url')

const toBase62 = (bytes: Buffer): string => {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (text.length < 43) {
    text = `${digits[Number(rest % 62n)]}${text}`
    rest /= 62n
  }
  return text
}
