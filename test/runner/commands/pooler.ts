/** Stands before PostgreSQL and lends its connections to clients transaction by transaction, as pgbouncer can. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'

/** What is needed of tap's `t`. */
type Teardown = { teardown(work: () => Promise<void>): void }

const message = (type: string, content: Buffer): Buffer => {
  const head = Buffer.from(`${type}    `)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const int32 = (value: number): Buffer =>
  Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
const ready = (isInTransaction: boolean) => message('Z', Buffer.from(isInTransaction ? 'T' : 'I'))

const toRows = ({ fields, rows }: pg.QueryArrayResult<string[]>): Buffer => {
  const columns = fields.map(({ name }) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]),
  )
  const lines = rows.map((row) => {
    const cells = row.map((cell) => Buffer.concat([int32(Buffer.byteLength(cell)), Buffer.from(cell)]))
    return message('D', Buffer.concat([int16(cells.length), ...cells]))
  })
  return Buffer.concat([message('T', Buffer.concat([int16(columns.length), ...columns])), ...lines])
}

/** Answers what `pg` takes to connect through it. Simple queries alone, one at a time. */
export const startPooler = async (t: Teardown, connection: pg.ClientConfig, size: number): Promise<pg.ClientConfig> => {
  const free: pg.Client[] = []
  for (let made = 0; made < size; made += 1) {
    const client = new pg.Client(connection)
    await client.connect()
    free.push(client)
  }
  const all = [...free]
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let lent: pg.Client | undefined
    const answer = async (text: string) => {
      while (lent === undefined && free.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      lent ??= free.pop()
      if (lent === undefined) return
      const result = await lent.query<string[]>({ text, rowMode: 'array', types: { getTypeParser: () => String } })
      const isInTransaction = text === 'begin' || (text !== 'rollback' && isBusy)
      isBusy = isInTransaction
      socket.write(Buffer.concat([toRows(result), message('C', Buffer.from('OK\0')), ready(isInTransaction)]))
      if (isInTransaction) return
      free.push(lent)
      lent = undefined
    }
    let isBusy = false
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready(false)]))
      socket.on('data', (data) => {
        if (data[0] === 'Q'.charCodeAt(0)) answer(data.subarray(5, -1).toString()).catch(() => socket.destroy())
      })
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await Promise.all(all.map((client) => client.end()))
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { host: '127.0.0.1', port, user: 'any', database: 'any' }
}
