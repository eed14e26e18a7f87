/**
 * The characters and pairs of characters of a text, each as a 32-bit hash salted with the owner: what the inverted index
 * holds. Pairs, because Japanese and Chinese words often have two characters, where trigrams find nothing; single
 * characters, so that a search for one is served too; the salt, so that one school's lists don't lengthen another's.
 */
export const toGrams = (text: string, owner: string): string => {
  const salt = saltOf(owner)
  const grams = new Set<number>()
  let previous = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    grams.add(hashOf(salt, 0, code))
    if (previous !== 0) grams.add(hashOf(salt, previous, code))
    previous = code
  }
  return toArray(grams)
}

/** What a text must hold to contain the needle; a hash may lie, so what is found is compared once more. */
export const toNeedleGrams = (needle: string, owner: string): string => {
  const salt = saltOf(owner)
  const grams = new Set<number>()
  let previous = 0
  for (const character of needle) {
    const code = character.codePointAt(0) ?? 0
    if (previous !== 0) grams.add(hashOf(salt, previous, code))
    previous = code
  }
  if (grams.size === 0 && previous !== 0) grams.add(hashOf(salt, 0, previous))
  return toArray(grams)
}

/** PostgreSQL's text of an array of integers. */
const toArray = (grams: Iterable<number>): string => `{${[...grams].join(',')}}`

const saltOf = (owner: string): number => {
  let salt = 0x811c9dc5
  for (let index = 0; index < owner.length; index += 1) salt = Math.imul(salt ^ owner.charCodeAt(index), 0x01000193)
  return salt
}

/** Murmur3's mixing of three words. */
const hashOf = (salt: number, first: number, second: number): number => {
  let mixed = Math.imul(salt ^ Math.imul(first, 0xcc9e2d51), 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed ^ Math.imul(second, 0x1b873593), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
