import { createServer, type Server } from 'node:net'
import { test } from 'tap'
import { type Database, openDatabase } from '#runner/database/open-database.ts'
import { makeDataDirectory, query, readServerPid, type Teardown } from './data-directory.ts'

const open = (databaseUrl: string): Promise<Database> =>
  openDatabase({ databaseUrl, dataDir: '/nonexistent', role: 'server' })

const serve = async (t: Teardown, server: Server): Promise<number> => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.teardown(async () => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('DATABASE_URL is used as it is, by any number of processes, and never stopped', async (t) => {
  const dataDir = await makeDataDirectory(t)
  const { connection, close } = await openDatabase({ dataDir, role: 'command' })
  const url = `postgres://postgres:${connection.password}@/lectern?host=${encodeURIComponent(connection.host ?? '')}`
  const both = await Promise.all([open(url), open(url)])
  for (const database of both) {
    t.equal(database.embedded, false)
    t.ok(database.version >= 150000)
    t.same(database.connection, { connectionString: url })
    t.same(await query(database.connection, 'select 1'), [[1]])
    await database.close()
  }
  t.same(await query(connection, 'select 1'), [[1]])

  await t.rejects(open(url.replace('/lectern', '/school')), {
    message: `The server at ${connection.host} has no database "school": create it, or correct DATABASE_URL.`,
  })
  await t.rejects(open(url.replace(/:[^:@]*@/, ':secret@')), {
    message: `The database at ${connection.host} refuses the user "postgres": check the user name and password in DATABASE_URL.`,
  })
  await close()
  t.equal(await readServerPid(dataDir), undefined)
})

test('a database that does not answer is named by host and port, without the password', async (t) => {
  const port = await serve(
    t,
    createServer((socket) => socket.destroy()),
  )
  await t.rejects(open(`postgres://ada:secret@127.0.0.1:${port}/school`), {
    name: 'DatabaseUnavailable',
    message: `The database at 127.0.0.1:${port} cannot be reached (Connection terminated unexpectedly): is it running, and is DATABASE_URL right?`,
  })
  await t.rejects(open('postgres://ada:secret@127.0.0.1:1/school'), {
    message: 'The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED): is it running, and is DATABASE_URL right?',
  })
  await t.rejects(open('postgres://ada:secret@nowhere.invalid/school'), {
    message: /^The database at nowhere\.invalid:5432 cannot be reached \((ENOTFOUND|EAI_AGAIN)\)/,
  })
})

test('an address that cannot be read is refused without telling what it holds', async (t) => {
  const addresses = [
    'localhost:5432/school',
    'mysql://ada:12secret@host/school',
    'postgres://ada:12#secret@host/school',
    'postgres://ada:12/secret@host/school',
    'postgres://ada:12?secret@host/school',
    'postgres://ada:12secret@more@host/school',
    'postgres://ada:12secret@host:port/school',
    'postgres://ada:12%secret@host/school',
  ]
  for (const address of addresses) {
    const error: unknown = await open(address).catch((reason) => reason)
    t.ok(error instanceof Error && error.name === 'DatabaseUnavailable', address)
    t.match(String(error), 'DATABASE_URL')
    t.notMatch(String(error), '12')
    t.notMatch(String(error), 'secret')
  }
})

test('a PostgreSQL older than 15 is refused', async (t) => {
  const port = await serve(t, oldPostgres('140012', '14.12'))
  await t.rejects(open(`postgres://ada:secret@127.0.0.1:${port}/school`), {
    name: 'DatabaseUnavailable',
    message: `Lectern needs PostgreSQL 15 or later, and the database at 127.0.0.1:${port} is PostgreSQL 14.12.`,
  })
})

/** Says of itself what a server of that age would, in PostgreSQL's protocol: a type, a length, the content. */
const oldPostgres = (number: string, version: string): Server => {
  const message = (type: string, ...parts: (number[] | string)[]) => {
    const content = Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
    )
    const head = Buffer.from(`${type}    `)
    head.writeInt32BE(content.length + 4, 1)
    return Buffer.concat([head, content])
  }
  const ready = message('Z', 'I')
  const column = (name: string, type: number) => [
    ...Buffer.from(`${name}\0`),
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    type,
    0,
    4,
    255,
    255,
    255,
    255,
    0,
    0,
  ]
  const columns = message('T', [0, 2], column('number', 23), column('version', 25))
  const row = message('D', [0, 2, 0, 0, 0, number.length], number, [0, 0, 0, version.length], version)
  const answer = Buffer.concat([columns, row, message('C', 'SELECT 1\0'), ready])
  return createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), ready]))
      socket.on('data', (data) => data.toString('latin1').startsWith('Q') && socket.write(answer))
    })
  })
}
