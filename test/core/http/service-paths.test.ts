import t from 'tap'
import { startSystem } from '#test/system.ts'

t.test('the process says that it is there, and whether it can work, to everybody', async (t) => {
  const { call } = await startSystem(t)
  const health = await call('GET', '/healthz')
  t.strictSame([health.status, health.text], [200, '{"data":{"status":"ok"}}'])
  const ready = await call('GET', '/readyz')
  t.strictSame([ready.status, ready.text], [200, '{"data":{"status":"ready"}}'])
  for (const { headers } of [health, ready]) t.equal(headers['cache-control'], 'no-store')
  t.equal((await call('POST', '/healthz', { body: {} })).status, 405)
  t.equal((await call('GET', '/healthz/')).status, 404)
})

t.test('metrics are told as Prometheus reads them, operation by operation, to who sits at the machine', async (t) => {
  const { call, account } = await startSystem(t)
  const key = await (await account()).key()
  await call('GET', '/api/v1/students', { key })
  await call('GET', '/api/v1/students/x', { key })
  await call('GET', '/api/v1/nothing')
  const { status, headers, text } = await call('GET', '/metrics')
  t.equal(status, 200)
  t.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  const count = (labels: string) => text.includes(`lectern_http_request_duration_seconds_count{${labels}} 1`)
  t.ok(count('operation="student.list",method="GET",status="200"'))
  t.ok(count('operation="student.get",method="GET",status="404"'))
  t.ok(count('operation="none",method="GET",status="404"'))
  t.match(text, 'process_cpu_seconds_total')
  t.notMatch(text, '/api/v1/students/x', 'no path stands in them: there are too many')
  t.equal((await call('HEAD', '/metrics')).text, '')
})

t.test('behind a proxy, metrics are for who asks from the machine itself', async (t) => {
  const { call } = await startSystem(t, { settings: { http: { trustProxy: true } } })
  const from = async (address: string | undefined, path = '/metrics') => {
    const { status, text } = await call('GET', path, { headers: { 'X-Forwarded-For': address } })
    return status === 404 ? text : status
  }
  const nothing = '{"error":"Not found.","code":"NOT_FOUND"}'
  t.equal(await from('203.0.113.9'), nothing)
  t.equal(await from('10.0.0.1'), nothing)
  t.equal(await from('2001:db8::1'), nothing)
  t.equal(await from('127.0.0.1, 203.0.113.9'), nothing, 'a client can not say that it is the machine')
  t.equal(await from('::1,203.0.113.9'), nothing)
  t.equal(await from('127.0.0.1'), 200)
  t.equal(await from('::1'), 200)
  t.equal(await from('::ffff:127.0.0.1'), 200)
  t.equal(await from(undefined), 200)
  t.equal(await from('203.0.113.9', '/readyz'), 200, 'health is for everybody')
  t.equal((await call('POST', '/metrics', { headers: { 'X-Forwarded-For': '203.0.113.9' } })).status, 404)
})

t.test('without a proxy nobody is asked where he comes from', async (t) => {
  const { call } = await startSystem(t)
  t.equal((await call('GET', '/metrics', { headers: { 'X-Forwarded-For': '203.0.113.9' } })).status, 200)
})

t.test('a school may show its metrics to everybody', async (t) => {
  const { call } = await startSystem(t, { settings: { http: { trustProxy: true, metrics: 'public' } } })
  t.equal((await call('GET', '/metrics', { headers: { 'X-Forwarded-For': '203.0.113.9' } })).status, 200)
})

t.test('a process that only does jobs answers for its health alone', async (t) => {
  const { call, account } = await startSystem(t, { only: 'worker' })
  const key = await (await account()).key()
  t.equal((await call('GET', '/healthz')).status, 200)
  t.equal((await call('GET', '/readyz')).status, 200)
  t.equal((await call('GET', '/metrics')).status, 200)
  t.equal((await call('GET', '/api/v1/students', { key })).status, 404)
})
