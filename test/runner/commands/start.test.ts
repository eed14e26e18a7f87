import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'tap'
import { commandPlace } from '../command-database.ts'
import { readServerPid } from '../database/data-directory.ts'
import { finish, makePlace } from '../lectern.ts'

/** What a starting server prints until it listens: its address, and all lines. */
const untilListening = async (server: ChildProcess): Promise<{ readonly url: string; readonly output: string }> => {
  let output = ''
  server.stderr?.on('data', (data) => {
    output += data
  })
  for await (const data of server.stdout ?? []) {
    output += data
    const url = /^Lectern listens on (\S+)$/m.exec(output)?.[1]
    const isWhole = !output.includes('new installation') || output.includes('curl')
    if (url !== undefined && isWhole) return { url, output }
  }
  throw new Error(`the server ended:\n${output}`)
}

const statusOf = async (url: string, key: string): Promise<number> => {
  const answer = await fetch(`${url}/api/v1/students`, { headers: { Authorization: `Bearer ${key}` } })
  await answer.arrayBuffer()
  return answer.status
}

test('commands work beside a running server on the embedded database, and after it has stopped', async (t) => {
  const place = await makePlace(t, { PORT: '0', LECTERN_LOG_LEVEL: 'warn' })
  const server = place.spawn(['start'])
  t.teardown(async () => void server.kill('SIGKILL'))
  const { url, output } = await untilListening(server)
  const first = /lk_\S+/.exec(output)?.[0] ?? ''
  t.equal(await statusOf(url, first), 200, 'the key that a first start prints works')

  const { id } = await place.answer<{ readonly id: string }>([
    'account',
    'create',
    '--name',
    'N',
    '--email',
    'a@b.example',
  ])
  const key = await place.answer<{ readonly id: string; readonly key: string }>([
    'key',
    'create',
    '--account',
    id,
    '--scopes',
    'all',
  ])
  t.equal(await statusOf(url, key.key), 200)
  const { token } = await place.answer<{ readonly token: string }>(['token', 'create', '--key-id', key.id])
  t.equal(await statusOf(url, token), 200)
  await place.answer(['key', 'revoke', key.id])
  t.equal(await statusOf(url, key.key), 401, 'a revoked key stops at once')
  t.equal(await statusOf(url, token), 401, 'and so do its tokens')
  t.equal(await statusOf(url, first), 200)

  const second = await place.run(['start'])
  t.equal(second.code, 1)
  t.match(second.stderr, /^Another Lectern server \(pid \d+\) already runs on \S+: stop it, or give this one its own/)
  t.same((await place.run(['doctor'], { PORT: new URL(url).port })).code, 0)

  server.kill('SIGTERM')
  const [code] = await once(server, 'exit')
  t.equal(code, 0)
  const dataDir = join(place.folder, '.data')
  t.equal(await readServerPid(dataDir), undefined)
  t.equal((await place.answer<readonly unknown[]>(['account', 'list'])).length, 2)
  t.equal(await readServerPid(dataDir), undefined, 'a command stops the database that it has started')
})

test('a command that is asked to stop leaves no database running', async (t) => {
  const place = await makePlace(t)
  await place.answer(['migrate'])
  const dataDir = join(place.folder, '.data')
  const listing = place.spawn(['account', 'list'])
  while ((await readServerPid(dataDir)) === undefined && listing.exitCode === null) await new Promise(setImmediate)
  listing.kill('SIGTERM')
  const [code] = await once(listing, 'close')
  t.equal(code, 143)
  t.equal(await readServerPid(dataDir), undefined)
})

test('a start that can not be ends with 1 and a sentence', async (t) => {
  const place = await commandPlace(t)
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(async () => void taken.close())
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const environment = { LECTERN_LOG_LEVEL: 'silent' }
  const refused = await place.run(['start'], { ...environment, PORT: String(port) })
  t.match(refused, {
    code: 1,
    stderr: `Port ${port} on 127.0.0.1 is taken: stop what listens there, or set PORT to another one.\n`,
  })
  const foreign = await place.run(['start', '--only', 'http', '--json'], {
    ...environment,
    PORT: '0',
    LECTERN_SECRET: 'a secret of somebody else',
  })
  t.equal(foreign.code, 1)
  t.match(JSON.parse(foreign.stderr), { error: /^This database belongs to another secret/ })
})

test('start --only http and --only worker share one database', async (t) => {
  const place = await commandPlace(t)
  const environment = { PORT: '0', LECTERN_LOG_LEVEL: 'silent', LECTERN_SECRET: 'a secret of this test' }
  const http = place.spawn(['start', '--only', 'http'], environment)
  t.teardown(async () => void http.kill('SIGKILL'))
  const { url } = await untilListening(http)
  t.equal((await fetch(`${url}/readyz`)).status, 200)
  const worker = place.spawn(['start', '--only=worker'], environment)
  const ended = finish(worker)
  t.teardown(async () => void worker.kill('SIGKILL'))
  await once(worker.stdout ?? worker, 'data')
  for (const server of [http, worker]) server.kill('SIGTERM')
  const { code, stdout } = await ended
  t.equal(code, 0)
  t.match(stdout, /^Lectern works on jobs; its health is at http:\/\/127\.0\.0\.1:\d+\/healthz\n$/)
})
