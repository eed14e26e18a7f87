import { test } from 'tap'
import { startSystem } from '#test/system.ts'
import { resolve } from 'node:path'
test('x', async (t) => {
  const t0 = performance.now()
  const { call, account } = await startSystem(t, { modules: ['students', resolve('test/library/module.ts')] })
  console.log('start', performance.now() - t0)
  const key = await (await account()).key()
  const s = (await call('POST', '/api/v1/students', { key, body: { name: 'あ' } })).json
  const sh = await call('POST', '/api/v1/shelves', { key, body: { name: 'A1' } })
  console.log(sh.text)
  const b = await call('POST', '/api/v1/books', { key, body: { title: 'T', barcode: 'AB123456', shelf_id: sh.json.data.id!, authors: [{name:'x'}] } })
  console.log(b.text)
  const l = await call('POST', '/api/v1/loans', { key, body: { book_id: b.json.data.id!, student_id: s.data.id!, due_on: '2026-01-31' } })
  console.log(l.text)
  for (const [m, p, body] of [['POST', `/api/v1/loans/${l.json.data.id}/extend`, {}], ['POST', `/api/v1/loans/${l.json.data.id}/return`, undefined],['POST', `/api/v1/loans/${l.json.data.id}/return`, undefined], ['GET', '/api/v1/library/summary', undefined],['GET', `/api/v1/books/${b.json.data.id}/citation`, undefined],['GET', `/api/v1/books`, undefined],['GET', '/library/hours/Sunday', undefined],['GET', '/library/hours/%00', undefined], ['GET', '/api/v1/library/hours/%00', undefined], ['POST', '/api/v1/library/cards', {student_id: s.data.id!}], ['PUT', `/api/v1/books/${b.json.data.id}`, {title: 'T', barcode: 'AB123456', authors: [{name:'x'}] }], ['GET', '/api/v1/library/reader'], ['DELETE',`/api/v1/students/${s.data.id}`]] as const) console.log(m, p, (await call(m, p, {key, body})).text)
  console.log('end', performance.now() - t0)
})
