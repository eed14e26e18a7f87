import { test } from 'tap'
import { load, refusalOf } from './load.ts'

const file = (content: unknown) => ({ 'lectern.config.json': content })

const mail = {
  name: 'mail',
  doc: 'Mail.',
  definitions: [],
  settings: {
    from: { type: 'string', format: 'email', maxLength: 200 },
    pool: { type: 'object', properties: { size: { type: 'integer', default: 5 } }, default: {} },
  },
}

test('what is set is read, and the rest has its default', async (t) => {
  const { settingsOf } = await load(t, file({ settings: { http: { cors: ['https://a.example'], rateLimit: null } } }))
  t.same(settingsOf('http'), {
    cors: ['https://a.example'],
    rateLimit: null,
    metrics: 'loopback',
    tokenLife: '1h',
    trustProxy: false,
  })
  t.same(settingsOf('students'), {})
})

test('defaults within defaults are filled, and what a module requires must be set', async (t) => {
  const files = { 'lectern.config.json': { modules: ['./mail.json'] }, 'mail.json': mail }
  t.same(await refusalOf(t, files), ['configuration: settings.mail.from: is required'])
  const { settingsOf } = await load(t, {
    ...files,
    'lectern.config.json': { modules: ['./mail.json'], settings: { mail: { from: 'a@b.example' } } },
  })
  t.same(settingsOf('mail'), { from: 'a@b.example', pool: { size: 5 } })
})

test('every fault of settings is told at once, and no value with it', async (t) => {
  const faults = await refusalOf(
    t,
    file({
      settings: {
        http: {
          rateLimit: 'lots',
          rateLimt: 5,
          cors: ['https://a.example', 'b.example', 5],
          metrics: 'publik',
          tokenLife: '1y',
        },
        student: {},
        students: { colour: 'red' },
        core: 'x',
      },
    }),
  )
  t.same(faults, [
    "configuration: settings.student: no module 'student'; did you mean 'students'?",
    'configuration: settings.core: found "x"; expected settings by name',
    "configuration: settings.http.rateLimt: is not a known member; did you mean 'rateLimit'?",
    'configuration: settings.http.rateLimit: must be an integer or null',
    'configuration: settings.http.cors[1]: must match ^https?://[^/?#]+$',
    'configuration: settings.http.cors[2]: must be a string',
    'configuration: settings.http.metrics: must be one of "loopback", "public"; did you mean \'public\'?',
    'configuration: settings.http.tokenLife: must be a duration such as 300ms, 30s, 1m, 2h or 5d',
    'configuration: settings.students.colour: is not a known member',
  ])
})
