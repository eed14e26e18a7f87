import { readFile } from 'node:fs/promises'
import { test } from 'tap'
import { makePlace } from '../lectern.ts'

interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: { readonly [path: string]: { readonly [method: string]: { readonly operationId: string } } }
}

test('openapi prints the document of what is switched on, readable or in a line', async (t) => {
  const place = await makePlace(t)
  const document = await place.answer<Document>(['openapi'])
  t.match(document.openapi, /^3\.1\./)
  t.equal(document.info.version, JSON.parse(await readFile('package.json', 'utf8')).version)
  t.same(Object.keys(document.paths), ['/api/v1/auth/token', '/api/v1/students', '/api/v1/students/{id}'])
  t.equal(document.paths['/api/v1/students']?.get?.operationId, 'student.list')
  const { stdout } = await place.run(['openapi'])
  t.same(JSON.parse(stdout), document)
  t.ok(stdout.split('\n').length > 100)
  await place.write({ 'lectern.config.json': { modules: [] } })
  t.same(Object.keys((await place.answer<Document>(['openapi'])).paths), ['/api/v1/auth/token'])
})
