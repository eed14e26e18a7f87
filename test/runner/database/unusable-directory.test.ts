import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { test } from 'tap'
import { openDatabase, type Role } from '#runner/database/open-database.ts'
import { makeDataDirectory, readServerPid, startProcess } from './data-directory.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534, cwd: '/' }
const open = (dataDir: string, role: Role = 'command') => openDatabase({ dataDir, role })

test('a data directory below a file is refused', async (t) => {
  const dataDir = await makeDataDirectory(t)
  await writeFile(dataDir, '')
  await t.rejects(open(join(dataDir, 'data')), {
    name: 'DatabaseUnavailable',
    message: `The data directory ${dataDir}/data cannot be made (ENOTDIR).`,
  })
})

test('a folder that holds something else is not taken for a database, nor touched', async (t) => {
  const dataDir = await makeDataDirectory(t)
  await mkdir(join(dataDir, 'postgres/precious'), { recursive: true })
  if (isRoot) await chown(join(dataDir, 'postgres'), nobody.uid, nobody.gid)
  await t.rejects(open(dataDir), {
    name: 'DatabaseUnavailable',
    message: `A database cannot be put into ${dataDir}/postgres (ENOTEMPTY): if something else is there, move it away.`,
  })
})

test('a database of another PostgreSQL version is refused with the reason', async (t) => {
  const dataDir = await makeDataDirectory(t)
  await (await open(dataDir)).close()
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '12\n')
  await t.rejects(open(dataDir), {
    name: 'DatabaseUnavailable',
    message:
      /^The database in .*\/postgres cannot be started: database files are incompatible with server; The data directory was initialized by PostgreSQL version 12, which is not compatible with this version 18\.\d+ \(more in .*\/postgres\.log\)\.$/,
  })
})

test('a lost password is said to be lost', async (t) => {
  const dataDir = await makeDataDirectory(t)
  await (await open(dataDir)).close()
  const file = join(dataDir, 'postgres/lectern.password')
  await writeFile(file, 'wrong')
  await t.rejects(open(dataDir), {
    name: 'DatabaseUnavailable',
    message: `The database server of ${dataDir}/postgres does not let us in with the password in ${file} (28P01): was one of them replaced?`,
  })
  while ((await readServerPid(dataDir)) !== undefined) await setTimeout(5) // what was started for nothing is stopped
  await rm(file)
  await t.rejects(open(dataDir), { name: 'DatabaseUnavailable', message: /lectern\.password/ })
})

test('as root, a folder that the database user may not enter is named', {
  skip: !isRoot && 'needs root',
}, async (t) => {
  const dataDir = await makeDataDirectory(t, 'closed/data')
  const closed = dirname(dataDir)
  const message = new RegExp(
    `^Lectern runs as root, so PostgreSQL runs as the system user \\d+, which may not enter ${closed}: allow it with "chmod o\\+x ${closed}", or run Lectern as an ordinary user\\.$`,
  )
  await mkdir(closed, { mode: 0o700 })
  await t.rejects(open(dataDir), { name: 'DatabaseUnavailable', message })
  await chmod(closed, 0o711)
  await (await open(dataDir)).close()
  await chmod(closed, 0o700)
  await t.rejects(open(dataDir), { name: 'DatabaseUnavailable', message }, 'also when the database exists')
})

test("another user's database is refused, and says whose it is", { skip: !isRoot && 'needs root' }, async (t) => {
  const dataDir = await makeDataDirectory(t)
  await (await open(dataDir)).close()
  t.match(await startProcess(t, dataDir, 'command', nobody).answer, {
    word: 'refused',
    content:
      /^The database in .*\/postgres belongs to the system user \d+, and Lectern runs as 65534: run it as the same user/,
  })
  await chown(join(dataDir, 'postgres'), 0, 0)
  await t.rejects(open(dataDir), { name: 'DatabaseUnavailable', message: /belongs to root.*chown -R postgres/ })
})

test('a directory that may not be written is refused', { skip: !isRoot && 'needs root' }, async (t) => {
  const dataDir = await makeDataDirectory(t)
  await mkdir(dataDir, { mode: 0o755 })
  t.match(await startProcess(t, dataDir, 'command', nobody).answer, {
    word: 'refused',
    content: new RegExp(`^The embedded database in ${dataDir} cannot be opened: EACCES`),
  })
})
