import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'tap'
import { freshDatabase } from '#test/database.ts'
import { makePlace } from '#test/runner/lectern.ts'

test('a start that finds its port taken makes no account: the next one prints the first key', async (t) => {
  const { connectionString } = await freshDatabase(t)
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise<void>((resolve) => taken.close(() => resolve())))
  const { port } = taken.address() as AddressInfo
  const place = await makePlace(t, { DATABASE_URL: connectionString, LECTERN_LOG_LEVEL: 'warn' })
  const refused = await place.run(['start', '--only', 'http'], { PORT: String(port) })
  t.equal(refused.code, 1)
  t.match(refused.stderr, /is taken/)
  t.same(await place.answer(['account', 'list']), [])
  const started = place.spawn(['start', '--only', 'http'], { PORT: '0' })
  let printed = ''
  await new Promise<void>((resolve) =>
    started.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes('lk_')) resolve()
    }),
  )
  t.match(printed, /lk_[0-9a-f-]{36}_[0-9A-Za-z]{43}/)
  started.kill('SIGTERM')
  const code = await new Promise((resolve) => started.once('close', resolve))
  t.equal(code, 0)
})
