/**
 * A roster over REST: creates 1,000 students, lists, searches, replaces and deletes them.
 *
 *   LECTERN_URL=http://127.0.0.1:3000 LECTERN_KEY=lk_… npm run -s example -- roster
 */
import { call } from './call.ts'

interface Student {
  readonly id: string
  readonly name: string
  readonly group: string | null
  readonly tags: readonly string[]
}

interface Page {
  readonly data: readonly Student[]
  readonly page: number
  readonly total: number
}

const families = ['山田', '佐藤', '陳', '林', 'Okafor', 'García', 'Nowak', 'Smith']
const givenNames = ['花子', '太郎', '美玲', '志明', 'Ada', 'Lucía', 'Jan', 'Jo']
const path = '/api/v1/students'

const names = Array.from({ length: 1000 }, (_, index) => {
  const family = families[index % families.length]
  const given = givenNames[Math.floor(index / families.length) % givenNames.length]
  return `${family} ${given} ${index + 1}`
})

// Twenty at a time; each request may be sent again with its key and makes one student all the same.
for (let start = 0; start < names.length; start += 20) {
  await Promise.all(
    names.slice(start, start + 20).map((name, offset) =>
      call<{ data: { created: true; id: string } }>('POST', path, {
        body: { name, group: `Class ${(start + offset) % 25}`, tags: ['new'] },
        headers: { 'Idempotency-Key': `roster-${start + offset}` },
      }),
    ),
  )
}

const first = await call<Page>('GET', `${path}?limit=100`)
console.log(`${first.total} students; the newest is ${first.data[0]?.name}.`)

const found = await call<Page>('GET', `${path}?search=${encodeURIComponent('花子')}&limit=100`)
console.log(`${found.total} of them are called 花子.`)

const one = found.data[0]
if (one === undefined) throw new Error('The search found nobody.')
const { data: replaced } = await call<{ data: Student }>('PUT', `${path}/${one.id}`, {
  // What was read may be written back: read-only members are ignored, omitted ones are cleared.
  body: { ...one, group: 'Class A', tags: ['moved'] },
})
console.log(`${replaced.name} moved to ${replaced.group}.`)

let left = first.total
while (left > 0) {
  const { data } = await call<Page>('GET', `${path}?limit=100`)
  await Promise.all(data.map(({ id }) => call('DELETE', `${path}/${id}`)))
  left = (await call<Page>('GET', path)).total
}
console.log(`${left} students are left.`)
