import { spawn } from 'node:child_process'
import { test } from 'tap'
import { finish } from '#test/runner/lectern.ts'
import { startSystem } from '#test/system.ts'

test('the roster example creates a thousand students, lists, searches, replaces and deletes them', async (t) => {
  const { url, account, call } = await startSystem(t)
  const key = await (await account()).key()
  const example = spawn(process.execPath, ['examples/run.ts', 'roster'], {
    env: { ...process.env, LECTERN_URL: url, LECTERN_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { code, stdout, stderr } = await finish(example)
  t.equal(stderr, '')
  t.equal(code, 0)
  const [listed, found, moved, left] = stdout.split('\n')
  t.match(listed, /^1000 students; the newest is \S+ \S+ \d+\.$/)
  t.equal(found, '128 of them are called 花子.')
  t.match(moved, /^\S+ 花子 \d+ moved to Class A\.$/)
  t.equal(left, '0 students are left.')
  const { json } = await call('GET', '/api/v1/students', { key })
  t.same(json, { data: [], page: 1, limit: 20, total: 0 })
})
