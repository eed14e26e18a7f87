import fc from 'fast-check'
import { test } from 'tap'
import { toGrams, toNeedleGrams } from '#core/search/grams.ts'
import { toSearchedText, toSearchText } from '#core/search/search-text.ts'

const read = (grams: string): ReadonlySet<number> => {
  const inner = grams.slice(1, -1)
  return new Set(inner === '' ? [] : inner.split(',').map(Number))
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'ab山田😀\u0301'), maxLength: 20 }),
)

test('the index never loses a match: whatever occurs in a text, the text holds all its grams', (t) => {
  fc.assert(
    fc.property(text, text, text, fc.uuid(), (before, needle, after, owner) => {
      const held = read(toGrams(before + needle + after, owner))
      return [...read(toNeedleGrams(needle, owner))].every((gram) => held.has(gram))
    }),
    { seed: 1, numRuns: 5000 },
  )
  t.end()
})

test('a search for anything asks the index for something', (t) => {
  fc.assert(
    fc.property(
      text.filter((each) => each !== ''),
      fc.uuid(),
      (needle, owner) => (needle.includes('\0') ? true : read(toNeedleGrams(needle, owner)).size > 0),
    ),
    { seed: 2, numRuns: 2000 },
  )
  t.same(toNeedleGrams('', 'a'), '{}')
  t.end()
})

test('a gram is a 32-bit number, as the column has it', (t) => {
  fc.assert(
    fc.property(text, fc.uuid(), (each, owner) =>
      [...read(toGrams(each, owner))].every((gram) => Number.isInteger(gram) && Math.abs(gram) <= 2 ** 31),
    ),
    { seed: 3, numRuns: 1000 },
  )
  t.end()
})

test('one school’s grams are not another’s', (t) => {
  const [one, other] = ['01900000-0000-7000-8000-000000000000', '01900000-0000-7000-8000-000000000001']
  const shared = [...read(toGrams('the quick brown fox', one))].filter((gram) =>
    read(toGrams('the quick brown fox', other)).has(gram),
  )
  t.same(shared, [])
  t.end()
})

test('most texts without the needle are told apart by the index already', (t) => {
  const owner = '01900000-0000-7000-8000-000000000000'
  const words = fc.sample(fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 12 }), { seed: 4, numRuns: 400 })
  let mistaken = 0
  for (const needle of words) {
    const asked = [...read(toNeedleGrams(needle, owner))]
    for (const each of words.slice(0, 50)) {
      const held = read(toGrams(each, owner))
      if (!each.includes(needle) && asked.every((gram) => held.has(gram))) mistaken += 1
    }
  }
  t.ok(mistaken <= 2, `${mistaken} of 20,000`)
  t.end()
})

test('folding twice is folding once, and never makes text that can not be stored', (t) => {
  fc.assert(
    fc.property(text, (each) => {
      const once = toSearchText(each)
      return toSearchText(once) === once && !once.includes('\0') && once.isWellFormed() === each.isWellFormed()
    }),
    { seed: 5, numRuns: 5000 },
  )
  t.end()
})

test('no needle matches across two fields, whatever it is made of', (t) => {
  const field = fc.oneof(fc.string({ unit: fc.constantFrom('a', 'b', '\u001f', '\u001e', ' '), maxLength: 6 }), text)
  fc.assert(
    fc.property(field, field, field, (one, other, needle) => {
      const found = toSearchedText([one, null, other]).includes(toSearchText(needle))
      const inEither = [one, other].some((each) => toSearchText(each).includes(toSearchText(needle)))
      return found === inEither
    }),
    { seed: 6, numRuns: 5000 },
  )
  t.end()
})
