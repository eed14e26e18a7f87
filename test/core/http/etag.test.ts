import t from 'tap'
import { libraryModule, startSystem } from '#test/system.ts'

const { call, account } = await startSystem(t, { modules: ['students', libraryModule] })
const school = await account({ features: { wishes: true } })
const key = await school.key()
const students = '/api/v1/students'

const student = async (name = 'Ada') => {
  const { json } = await call('POST', students, { key, body: { name } })
  const path = `${students}/${json.data.id}`
  const { headers } = await call('GET', path, { key })
  return { path, etag: String(headers.etag) }
}

const loan = async () => {
  const { json } = await call('POST', students, { key, body: { name: 'Ada' } })
  const barcode = `ET${String(Math.random()).slice(2, 8)}`
  const book = await call('POST', '/api/v1/books', { key, body: { barcode, title: 'T', authors: [{ name: 'A' }] } })
  const body = { book_id: String(book.json.data.id), student_id: String(json.data.id), due_on: '2026-01-01' }
  return call('POST', '/api/v1/loans', { key, body })
}

t.test('one record carries an ETag that stays while it does, and changes when it does', async (t) => {
  const { path, etag } = await student()
  t.match(etag, /^"[\w-]{20,}"$/, 'a strong one')
  t.equal((await call('GET', path, { key })).headers.etag, etag)
  const changed = await call('PUT', path, { key, body: { name: 'Bob' } })
  t.not(changed.headers.etag, etag)
  t.equal((await call('GET', path, { key })).headers.etag, changed.headers.etag, 'what a PUT answers is what is read')
})

t.test('a record that a create or a transition answers carries the ETag under which it is read', async (t) => {
  const made = await loan()
  const path = `/api/v1/loans/${made.json.data.id}`
  t.ok(made.headers.etag)
  t.equal((await call('GET', path, { key })).headers.etag, made.headers.etag)
  const reminded = await call('POST', `${path}/remind`, { key })
  t.equal((await call('GET', path, { key })).headers.etag, reminded.headers.etag)
})

t.test('what is no record carries none', async (t) => {
  const { path } = await student()
  for (const answer of [
    await call('GET', students, { key }),
    await call('POST', students, { key, body: { name: 'Ada' } }),
    await call('GET', `${students}/x`, { key }),
    await call('DELETE', path, { key }),
    await call('GET', '/healthz'),
  ])
    t.equal(answer.headers.etag, undefined, answer.text.slice(0, 60))
})

t.test('a list takes no notice of If-None-Match and If-Match', async (t) => {
  for (const headers of [{ 'If-None-Match': '*' }, { 'If-Match': '"x"' }]) {
    t.equal((await call('GET', students, { key, headers })).status, 200)
  }
})

t.test('who has the record already is told so, without sending it again', async (t) => {
  const { path, etag } = await student()
  for (const held of [etag, `W/${etag}`, `"x", ${etag}, "y"`, '*', `"x",W/${etag}`]) {
    for (const method of ['GET', 'HEAD']) {
      const { status, text, headers } = await call(method, path, { key, headers: { 'If-None-Match': held } })
      t.equal(status, 304, held)
      t.equal(text, '')
      t.equal(headers.etag, etag)
      t.equal(headers['content-type'], undefined)
    }
  }
  for (const held of ['"x"', `"x${etag.slice(1)}`, etag.slice(1, -1), 'x*', '']) {
    t.equal((await call('GET', path, { key, headers: { 'If-None-Match': held } })).status, 200, held)
  }
  t.equal((await call('GET', `${students}/x`, { key, headers: { 'If-None-Match': '*' } })).status, 404)
})

t.test('If-None-Match on a change is no condition of ours: it is carried out', async (t) => {
  const { path, etag } = await student()
  const { status } = await call('PUT', path, { key, body: { name: 'Bob' }, headers: { 'If-None-Match': etag } })
  t.equal(status, 200)
})

t.test('a change is carried out only while the record is the one that was read', async (t) => {
  for (const matching of [(etag: string) => etag, (etag: string) => `"x", ${etag}`, () => '*']) {
    const { path, etag } = await student()
    const headers = { 'If-Match': matching(etag) }
    t.equal((await call('GET', path, { key, headers })).status, 200)
    t.equal((await call('PUT', path, { key, headers, body: { name: 'Bob' } })).status, 200)
    const again = { 'If-Match': matching(String((await call('GET', path, { key })).headers.etag)) }
    t.equal((await call('DELETE', path, { key, headers: again })).status, 200)
  }
})

t.test('a record that has changed since refuses the change and stays as it is', async (t) => {
  const { path, etag } = await student()
  const { text } = await call('GET', path, { key })
  for (const stale of ['"x"', `W/${etag}`, etag.slice(1, -1), 'x', 'x*', '"*"', '']) {
    const headers = { 'If-Match': stale }
    for (const answer of [
      await call('GET', path, { key, headers }),
      await call('PUT', path, { key, headers, body: { name: 'Bob' } }),
      await call('DELETE', path, { key, headers }),
    ]) {
      t.equal(answer.status, 412, stale)
      t.strictSame(answer.json, { error: 'The record has changed since it was read.', code: 'PRECONDITION_FAILED' })
    }
  }
  t.equal((await call('GET', path, { key })).text, text)
})

t.test('a transition takes If-Match too', async (t) => {
  const made = await loan()
  const path = `/api/v1/loans/${made.json.data.id}`
  const etag = String(made.headers.etag)
  const reminded = await call('POST', `${path}/remind`, { key, headers: { 'If-Match': etag } })
  t.equal(reminded.status, 200)
  t.equal((await call('POST', `${path}/return`, { key, headers: { 'If-Match': etag } })).status, 412)
  t.match((await call('GET', path, { key })).json.data, { status: 'overdue' })
  const headers = { 'If-Match': String(reminded.headers.etag) }
  t.equal((await call('POST', `${path}/return`, { key, headers })).status, 200)
})

t.test('of two that change what they both have read, one is told that it came too late', async (t) => {
  for (let round = 0; round < 20; round += 1) {
    const { path, etag } = await student()
    const headers = { 'If-Match': etag }
    const answers = await Promise.all(['Bob', 'Eve'].map((name) => call('PUT', path, { key, headers, body: { name } })))
    t.strictSame(answers.map(({ status }) => status).sort(), [200, 412])
    const won = answers.find(({ status }) => status === 200)
    t.equal((await call('GET', path, { key })).text, won?.text)
  }
})

t.test('of a change and a deletion at once, too', async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const { path, etag } = await student()
    const headers = { 'If-Match': etag }
    const [changed, deleted] = await Promise.all([
      call('PUT', path, { key, headers, body: { name: 'Bob' } }),
      call('DELETE', path, { key, headers }),
    ])
    t.match([changed.status, deleted.status].join(), /^(200,412|404,200)$/)
  }
})

t.test('a replacement that keeps what is omitted keeps what another one has just written', async (t) => {
  const { json } = await call('POST', '/api/v1/shelves', { key, body: { name: 'S' } })
  const path = `/api/v1/shelves/${json.data.id}`
  await Promise.all([
    call('PUT', path, { key, body: { floor: 3 } }),
    call('PUT', path, { key, body: { note: 'by the window' } }),
  ])
  t.match((await call('GET', path, { key })).json.data, { name: 'S', floor: 3, note: 'by the window' })
})

t.test('pages have an ETag as well', async (t) => {
  const { headers } = await call('GET', '/library/hours/monday')
  t.ok(headers.etag)
  const held = { 'If-None-Match': String(headers.etag) }
  t.equal((await call('GET', '/library/hours/monday', { headers: held })).status, 304)
})
