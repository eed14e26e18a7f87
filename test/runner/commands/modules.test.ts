import { test } from 'tap'
import { makePlace } from '../lectern.ts'

const mail = {
  name: 'mail',
  doc: 'Mail that is sent.',
  needs: ['students'],
  scopes: { 'api:mail:send': 'Send mail.' },
  settings: { from: { type: 'string', maxLength: 100, default: 'a@b.example' } },
  definitions: [
    {
      kind: 'resource',
      name: 'mail',
      doc: 'A mail.',
      path: '/api/v1/mails',
      fields: { title: { type: 'string', maxLength: 100 } },
      events: { created: 'mail.created' },
      operations: { create: { scope: 'api:mail:send' } },
    },
    {
      kind: 'event',
      name: 'mail.created',
      doc: 'A mail was made.',
      payload: { id: { type: 'string', format: 'uuid' } },
    },
  ],
}

test('modules tells of each module where it comes from, whether it is on, and what it declares', async (t) => {
  const place = await makePlace(t)
  await place.write({ 'lectern.config.json': { modules: ['students', './mail.json'] }, 'mail.json': mail })
  const modules = await place.answer<readonly { readonly name: string }[]>(['modules'])
  t.strictSame(
    modules.find(({ name }) => name === 'mail'),
    {
      name: 'mail',
      enabled: true,
      source: './mail.json',
      doc: 'Mail that is sent.',
      needs: ['students'],
      scopes: ['api:mail:send'],
      resources: ['mail'],
      operations: ['mail.create'],
      jobs: [],
      events: ['mail.created'],
      settings: ['from'],
    },
  )
  t.strictSame(
    modules.find(({ name }) => name === 'students'),
    {
      name: 'students',
      enabled: true,
      source: 'built-in',
      doc: 'The roster: the people whom an account teaches.',
      needs: [],
      scopes: ['api:student:read', 'api:student:write'],
      resources: ['student'],
      operations: ['student.list', 'student.create', 'student.get', 'student.replace', 'student.delete'],
      jobs: [],
      events: [],
      settings: [],
    },
  )
  const { stdout } = await place.run(['modules'])
  t.match(stdout, /^mail \(on, \.\/mail\.json\): Mail that is sent\.\n {2}needs +students\n {2}scopes +api:mail:send$/m)
})

test('a module that is switched off is listed as such', async (t) => {
  const place = await makePlace(t)
  await place.write({ 'lectern.config.ts': 'export default { modules: [] }' })
  const modules = await place.answer<readonly object[]>(['modules'])
  t.match(
    modules.filter((module) => !('source' in module) || module.source !== 'core'),
    [{ name: 'students', enabled: false, scopes: ['api:student:read', 'api:student:write'] }],
  )
})
