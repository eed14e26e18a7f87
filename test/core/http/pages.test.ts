import { resolve } from 'node:path'
import t from 'tap'
import { startSystem } from '#test/system.ts'
import { inTheLog } from './workshop.ts'

const { call, logged } = await startSystem(t, { modules: [resolve('test/core/http/workshop.ts')] })

const safe = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': /^default-src 'none'; /,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

t.test('a page is HTML that may load nothing from elsewhere', async (t) => {
  const { status, text, headers } = await call('GET', '/workshop/hammer')
  t.equal(status, 200)
  t.equal(text, '<!doctype html><title>6 letters</title>')
  t.match(headers, { ...safe, etag: /^"/ })
  t.equal((await call('HEAD', '/workshop/hammer')).text, '')
})

t.test('a page that refuses says so in HTML, with its status, and lets no markup in', async (t) => {
  const { status, text, headers } = await call('GET', '/workshop/locked')
  t.equal(status, 403)
  t.match(headers, safe)
  t.equal(headers.etag, undefined)
  t.match(text, '<h1>Locked: &lt;b>"keep out"&lt;/b> &amp; stay.</h1>')
  t.match(text, '<meta name="robots" content="noindex">')
})

t.test('a page that breaks tells nothing of why, but in the log', async (t) => {
  const { status, text, headers } = await call('GET', '/workshop/broken')
  t.equal(status, 500)
  t.match(headers, safe)
  t.match(text, '<h1>Something went wrong on our side.</h1>')
  t.notMatch(text, inTheLog)
  const [line = ''] = logged.filter((each) => each.includes(String(headers['x-request-id'])))
  t.match(JSON.parse(line), { operation: 'tool.sign', msg: 'a defect' })
})

t.test('a name that no page can have is a page that is not there', async (t) => {
  for (const word of ['%00', 'a%00b', 'x'.repeat(201)]) {
    const { status, text, headers } = await call('GET', `/workshop/${word}`)
    t.equal(status, 404, word.slice(0, 10))
    t.match(headers, safe)
    t.match(text, '<h1>Not found.</h1>')
  }
  t.equal(
    (await call('GET', `/workshop/${'%F0%9F%98%80'.repeat(200)}`)).text,
    '<!doctype html><title>400 letters</title>',
  )
})
