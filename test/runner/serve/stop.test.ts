import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'tap'
import { startSystem } from '#test/system.ts'

test('a connection that never asks anything does not hold up the stop', async (t) => {
  const { url, stop } = await startSystem(t, { only: 'both' })
  const { hostname, port } = new URL(url)
  const silent = connect(Number(port), hostname)
  silent.on('error', () => undefined)
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  await stop()
  await closed
  t.pass('it was closed, and the stop went on')
})
