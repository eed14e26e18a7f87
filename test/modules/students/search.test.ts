import fc from 'fast-check'
import t from 'tap'
import { startSystem } from '#test/system.ts'

const { call, account } = await startSystem(t, { settings: { http: { rateLimit: null } } })
const students = '/api/v1/students'

/** A roster of its own, and whom a search finds in it: in the order in which they were given. */
const roster = async (...names: readonly string[]) => {
  const key = await (await account()).key()
  for (const name of names) {
    const { status, text } = await call('POST', students, { key, body: { name } })
    if (status !== 201) throw new Error(text)
  }
  return async (search: string): Promise<readonly string[]> => {
    const query = `limit=100&search=${encodeURIComponent(search)}`
    const { json } = await call<readonly { readonly name: string }[]>('GET', `${students}?${query}`, { key })
    if (json.total !== json.data.length) throw new Error(`${json.total} are said to be found, ${json.data.length} are`)
    return json.data.map(({ name }) => name).toReversed()
  }
}

t.test('any part of a name is found, in any case', async (t) => {
  const find = await roster('Ada Lovelace', 'Grace Hopper', 'adalbert')
  t.strictSame(await find('ada'), ['Ada Lovelace', 'adalbert'])
  t.strictSame(await find('ADA'), ['Ada Lovelace', 'adalbert'])
  t.strictSame(await find('a L'), ['Ada Lovelace'])
  t.strictSame(await find('love'), ['Ada Lovelace'])
  t.strictSame(await find('r'), ['Grace Hopper', 'adalbert'])
  t.strictSame(await find('Ada Lovelace'), ['Ada Lovelace'])
  t.strictSame(await find('Ada Lovelaces'), [])
  t.strictSame(await find('lovelace ada'), [], 'words in their order')
  t.strictSame(await find('aa'), [])
})

t.test('no search, and an empty one, find everybody', async (t) => {
  const find = await roster('A', 'B')
  t.strictSame(await find(''), ['A', 'B'])
})

t.test('a space is a character like any other', async (t) => {
  const find = await roster('Ada', 'Ada B', ' C')
  t.strictSame(await find(' '), ['Ada B', ' C'])
  t.strictSame(await find('  '), [])
})

t.test('signs that mean something to databases and patterns mean themselves', async (t) => {
  const names = ['100%', '50_50', 'a\\b', "O'Brien", 'x.*y', '[a]', '"q"', '{1,2}', '$1', '-- ; drop', 'ab', 'NULL']
  const find = await roster(...names)
  t.strictSame(await find('%'), ['100%'])
  t.strictSame(await find('_'), ['50_50'])
  t.strictSame(await find('0_5'), ['50_50'])
  t.strictSame(await find('a_'), [])
  t.strictSame(await find('a%'), [])
  t.strictSame(await find('\\'), ['a\\b'])
  t.strictSame(await find("o'b"), ["O'Brien"])
  t.strictSame(await find('.*'), ['x.*y'])
  t.strictSame(await find('['), ['[a]'])
  t.strictSame(await find('"'), ['"q"'])
  t.strictSame(await find('{1,2}'), ['{1,2}'])
  t.strictSame(await find('$1'), ['$1'])
  t.strictSame(await find('; drop'), ['-- ; drop'])
  t.strictSame(await find('null'), ['NULL'])
  t.strictSame(await find('&'), [])
})

t.test('Chinese and Japanese names are found by one character, by two, and by more', async (t) => {
  const find = await roster('山田太郎', '田中花子', '山本 太', '李小龍', '王小明')
  t.strictSame(await find('山'), ['山田太郎', '山本 太'])
  t.strictSame(await find('田'), ['山田太郎', '田中花子'])
  t.strictSame(await find('山田'), ['山田太郎'])
  t.strictSame(await find('小龍'), ['李小龍'])
  t.strictSame(await find('太郎'), ['山田太郎'])
  t.strictSame(await find('田太郎'), ['山田太郎'])
  t.strictSame(await find('田山'), [])
  t.strictSame(await find('小'), ['李小龍', '王小明'])
})

t.test('one letter in several widths and forms is one letter', async (t) => {
  const find = await roster('Ｍａｒｙ　Ｓｍｉｔｈ', 'ﾀﾅｶ ﾊﾅｺ', 'ガ', '①② Ⅳ', 'ﬁne', '㈱')
  t.strictSame(await find('mary smith'), ['Ｍａｒｙ　Ｓｍｉｔｈ'])
  t.strictSame(await find('ＭＡＲＹ'), ['Ｍａｒｙ　Ｓｍｉｔｈ'])
  t.strictSame(await find('タナカ'), ['ﾀﾅｶ ﾊﾅｺ'])
  t.strictSame(await find('ﾅｶ'), ['ﾀﾅｶ ﾊﾅｺ'])
  t.strictSame(await find('ｶﾞ'), ['ガ'], 'half-width, in two pieces')
  t.strictSame(await find('12'), ['①② Ⅳ'])
  t.strictSame(await find('iv'), ['①② Ⅳ'])
  t.strictSame(await find('fin'), ['ﬁne'])
  t.strictSame(await find('(株)'), ['㈱'])
})

t.test('an accent is found however it is written, and an accent is a difference', async (t) => {
  const find = await roster('José', 'Jose\u0301', 'Jose', 'Élan', 'q\u0307\u0323')
  t.strictSame(await find('josé'), ['José', 'Jose\u0301'])
  t.strictSame(await find('jose\u0301'), ['José', 'Jose\u0301'])
  t.strictSame(await find('jose'), ['Jose'])
  t.strictSame(await find('é'), ['José', 'Jose\u0301', 'Élan'])
  t.strictSame(await find('q\u0323\u0307'), ['q\u0307\u0323'], 'marks in any order')
})

t.test('letters of other scripts have their cases, too', async (t) => {
  const find = await roster('ΟΔΥΣΣΕΥΣ', 'Ἀχιλλεύς', 'ИВАН', 'İstanbul', 'STRASSE', 'Straße', 'Ǆ')
  t.strictSame(await find('οδυσσευς'), ['ΟΔΥΣΣΕΥΣ'])
  t.strictSame(await find('οδυσσευσ'), ['ΟΔΥΣΣΕΥΣ'])
  t.strictSame(await find('ΑΧΙΛΛ'), [], 'an accent is a difference')
  t.strictSame(await find('λλεύσ'), ['Ἀχιλλεύς'])
  t.strictSame(await find('иван'), ['ИВАН'])
  t.strictSame(await find('stanbul'), ['İstanbul'])
  t.strictSame(await find('straße'), ['Straße'])
  t.strictSame(await find('strasse'), ['STRASSE'])
  t.strictSame(await find('ǆ'), ['Ǆ'])
})

t.test('characters of four bytes are found whole, never by their half', async (t) => {
  const find = await roster('😀 Ada', '😁 Bob', '𠮷野家', '👨‍👩‍👧 Family')
  t.strictSame(await find('😀'), ['😀 Ada'])
  t.strictSame(await find('😀 a'), ['😀 Ada'])
  t.strictSame(await find('𠮷'), ['𠮷野家'])
  t.strictSame(await find('𠮷野'), ['𠮷野家'])
  t.strictSame(await find('👩'), ['👨‍👩‍👧 Family'])
})

t.test('control characters and noncharacters neither break a search nor match what is not there', async (t) => {
  const find = await roster('a\u001fb', 'a b', 'c\u0001d', 'e\uffffd')
  t.strictSame(await find('a\u001fb'), ['a\u001fb'])
  t.strictSame(await find('\u001f'), ['a\u001fb'])
  t.strictSame(await find('\u0001'), ['c\u0001d'])
  t.strictSame(await find('\uffff'), ['e\uffffd'])
})

t.test('a replacement is found by its new name alone, and who is gone not at all', async (t) => {
  const key = await (await account()).key()
  const { json } = await call('POST', students, { key, body: { name: 'Before' } })
  const path = `${students}/${json.data.id}`
  const total = async (search: string) => (await call('GET', `${students}?search=${search}`, { key })).json.total
  await call('PUT', path, { key, body: { name: 'After' } })
  t.strictSame([await total('before'), await total('after')], [0, 1])
  await call('DELETE', path, { key })
  t.equal(await total('after'), 0)
})

t.test('only the name is searched', async (t) => {
  const key = await (await account()).key()
  await call('POST', students, {
    key,
    body: { name: 'Ada', note: 'secret', group: 'secret', email: 'secret@example.test', tags: ['secret'] },
  })
  t.equal((await call('GET', `${students}?search=secret`, { key })).json.total, 0)
})

/** What the contract says, in plain JavaScript: a literal, case-insensitive substring of the name after NFKC. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')

t.test('search finds what plain JavaScript finds, in whatever is written', async (t) => {
  const letters = fc.constantFrom(
    ...'abABéÉe\u0301ßẞΣσς İIıi山田ﾀタ゛Ａａ１①ﬁ%_\\\'"😀😁𠮷\u200d\u001f-'.split(/(?:)/u),
  )
  const name = fc.oneof(
    fc.array(letters, { minLength: 1, maxLength: 12 }).map((each) => each.join('')),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  )
  const storable = name.filter((text) => !text.includes('\0') && text.isWellFormed() && [...text].length <= 200)
  const names = [...new Set(fc.sample(storable, { seed: 20261121, numRuns: 150 }))].slice(0, 100)
  const find = await roster(...names)
  const part = fc
    .tuple(fc.constantFrom(...names), fc.nat(), fc.nat(), fc.boolean())
    .map(([whole, from, length, isLoud]) => {
      const characters = [...whole]
      const start = from % characters.length
      const text = characters.slice(start, start + 1 + (length % 4)).join('')
      return isLoud ? text.toUpperCase() : text
    })
  const needle = fc.oneof({ weight: 4, arbitrary: part }, { weight: 1, arbitrary: storable })
  await fc.assert(
    fc.asyncProperty(needle, async (search) => {
      const expected = names.filter((each) => folded(each).includes(folded(search)))
      const found = await find(search)
      return JSON.stringify(found) === JSON.stringify(expected)
    }),
    { seed: 20261121, numRuns: 400 },
  )
  t.pass('400 searches agree')
})
