import t from 'tap'
import { libraryModule, startSystem } from '#test/system.ts'

const { call, account } = await startSystem(t, { modules: ['students', libraryModule] })
const key = await (await account()).key()
const students = '/api/v1/students'
const made = await call('POST', students, { key, body: { name: 'Ada' } })
const one = `${students}/${made.json.data.id}`

t.test('a path is known in one spelling only', async (t) => {
  for (const path of [
    '/',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v1/student',
    `${students}/`,
    `${one}/`,
    `${one}/x`,
    '/API/v1/students',
    '/api/v1/Students',
    '//api/v1/students',
    '/api//v1/students',
    '/api/v1/../v1/students',
    '/api/v1/./students',
    '/api/v1/student%73',
    '/api/v1/students%2F',
    '/api/v1/students;x=1',
    '/api/v1/students%00',
  ]) {
    const { status, text } = await call('GET', path, { key })
    t.equal(status, 404, path)
    t.equal(text, '{"error":"Not found.","code":"NOT_FOUND"}')
  }
})

t.test('an id that is none is a 404, whatever stands in it', async (t) => {
  for (const id of [
    'x',
    '1',
    '%00',
    '%E0%A4%A',
    '%',
    '%ff',
    '%ED%A0%80',
    '..%2F..%2Fetc',
    "'%20or%20true--",
    `${made.json.data.id}0`,
    String(made.json.data.id).replaceAll('-', ''),
    `%7B${made.json.data.id}%7D`,
    `${made.json.data.id}%0A`,
    'a'.repeat(5_000),
    '%F0%9F%98%80',
    'null',
    'undefined',
    '__proto__',
  ]) {
    for (const method of ['GET', 'DELETE']) {
      const { status, text } = await call(method, `${students}/${id}`, { key })
      t.equal(status, 404, `${method} ${id.slice(0, 60)}`)
      t.equal(text, '{"error":"Not found.","code":"NOT_FOUND"}')
    }
  }
})

t.test('an id in capitals is the same id', async (t) => {
  const { status, text } = await call('GET', `${students}/${String(made.json.data.id).toUpperCase()}`, { key })
  t.equal(status, 200)
  t.equal(text, (await call('GET', one, { key })).text)
})

t.test('text in a path arrives decoded, and a NUL character is nobody’s name', async (t) => {
  const open = (day: string) => call('GET', `/api/v1/library/hours/${day}`)
  t.equal((await open('MON%64ay')).text, '{"data":{"day":"monday","open":true}}')
  for (const day of ['%00', 'monday%00', '%E0%A4%A', '%ED%A0%80', 'x'.repeat(21)])
    t.equal((await open(day)).status, 404, day)
})

t.test('another method of a known path is a 405 that names those it takes', async (t) => {
  const allow = async (method: string, path: string) => {
    const { status, headers, json } = await call(method, path, { key })
    t.equal(status, 405, `${method} ${path}`)
    t.strictSame(json, { error: 'This path does not take that method.', code: 'METHOD_NOT_ALLOWED' })
    return headers.allow?.split(', ').sort().join(' ')
  }
  t.equal(await allow('PUT', students), 'GET HEAD OPTIONS POST')
  t.equal(await allow('DELETE', students), 'GET HEAD OPTIONS POST')
  t.equal(await allow('PATCH', one), 'DELETE GET HEAD OPTIONS PUT')
  t.equal(await allow('POST', one), 'DELETE GET HEAD OPTIONS PUT')
  t.equal(await allow('TRACE', students), 'GET HEAD OPTIONS POST')
  t.equal(await allow('PROPFIND', students), 'GET HEAD OPTIONS POST')
  t.equal(await allow('GET', `${one.replace('students', 'loans')}/return`), 'OPTIONS POST')
  t.equal(await allow('PUT', '/healthz'), 'GET HEAD OPTIONS')
})

t.test('OPTIONS names the methods of a path, without a credential', async (t) => {
  const options = async (path: string) => {
    const { status, headers, text } = await call('OPTIONS', path)
    return [status, headers.allow?.split(', ').sort().join(' '), text, headers['access-control-allow-origin']]
  }
  t.strictSame(await options(students), [204, 'GET HEAD OPTIONS POST', '', undefined])
  t.strictSame(await options(one), [204, 'DELETE GET HEAD OPTIONS PUT', '', undefined])
  t.strictSame(await options('/readyz'), [204, 'GET HEAD OPTIONS', '', undefined])
  t.equal((await options('/api/v1/nothing'))[0], 404)
  t.equal((await options('*'))[0], 404)
})

t.test('HEAD answers what GET does, without the body', async (t) => {
  for (const path of [students, one, `${students}?page=0`, `${students}/x`, '/api/v1/nothing', '/healthz']) {
    const [head, get] = [await call('HEAD', path, { key }), await call('GET', path, { key })]
    t.equal(head.status, get.status, path)
    t.equal(head.text, '')
    for (const name of ['content-type', 'content-length', 'etag']) t.equal(head.headers[name], get.headers[name], name)
  }
  t.equal((await call('HEAD', one)).status, 401)
  t.equal((await call('HEAD', `${one.replace('students', 'loans')}/return`, { key })).status, 405)
})

t.test('a page of HTML says in HTML that it is not there', async (t) => {
  const { status, headers, text } = await call('GET', '/library/hours/someday')
  t.equal(status, 404)
  t.equal(headers['content-type'], 'text/html; charset=utf-8')
  t.match(text, '<h1>Not found.</h1>')
  const open = await call('GET', '/library/hours/Sunday')
  t.equal(open.status, 200)
  t.match(open.headers['content-security-policy'], "default-src 'none'")
  t.match(open.text, 'On sunday the library is closed.')
  t.match(await call('GET', '/library/hours/%00'), { status: 404, headers: { 'content-type': /html/ } })
  t.equal((await call('POST', '/library/hours/sunday')).status, 405)
})
