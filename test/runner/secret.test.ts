import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'tap'
import { Refused } from '#runner/refused.ts'
import { loadSecret, readSecret, secretFile } from '#runner/secret.ts'
import { makePlace } from './lectern.ts'

const sentenceOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'nothing is refused',
    (error) => (error instanceof Refused ? error.sentences.join('\n') : String(error)),
  )

test('without LECTERN_SECRET one is made, kept for its owner alone, and found again', async (t) => {
  const dataDir = join((await makePlace(t)).folder, 'deep/data')
  t.equal(await readSecret(dataDir), undefined)
  const made = await loadSecret({ secret: undefined, dataDir })
  t.match(made, /^[A-Za-z0-9_-]{43}$/)
  t.equal((await stat(secretFile(dataDir))).mode & 0o777, 0o600)
  t.equal((await stat(dataDir)).mode & 0o077 & ~0o011, 0, 'nobody else looks into the data directory')
  t.equal(await loadSecret({ secret: undefined, dataDir }), made)
  t.equal(await loadSecret({ secret: 'another secret, given', dataDir }), 'another secret, given')
  t.same(await readdir(dataDir), ['secret'], 'nothing else is left')
})

test('processes that start at once agree on one secret', async (t) => {
  const dataDir = join((await makePlace(t)).folder, 'data')
  const made = await Promise.all(Array.from({ length: 20 }, () => loadSecret({ secret: undefined, dataDir })))
  t.equal(new Set(made).size, 1)
  t.same(await readdir(dataDir), ['secret'])
})

test('a secret that can not be read or kept is refused in a sentence', async (t) => {
  const { folder } = await makePlace(t)
  const empty = join(folder, 'empty')
  await mkdir(empty)
  await writeFile(secretFile(empty), '\n')
  t.equal(
    await sentenceOf(loadSecret({ secret: undefined, dataDir: empty })),
    `The file ${empty}/secret holds no secret: bring back the one that was there, or delete it.`,
  )
  t.equal((await readFile(secretFile(empty), 'utf8')).length, 1, 'and left as it is')
  await writeFile(join(folder, 'file'), '')
  t.equal(
    await sentenceOf(loadSecret({ secret: undefined, dataDir: join(folder, 'file') })),
    `The secret in ${folder}/file/secret can't be read (ENOTDIR): is it another user's?`,
  )
  const astray = join(folder, 'astray')
  await mkdir(astray)
  await symlink('nowhere', secretFile(astray))
  t.equal(
    await sentenceOf(loadSecret({ secret: undefined, dataDir: astray })),
    `The file ${astray}/secret leads nowhere: delete it.`,
  )
  const closed = join(folder, 'closed')
  await mkdir(closed)
  await chmod(closed, 0o500)
  // Root may write anywhere.
  if (process.getuid?.() !== 0)
    t.equal(
      await sentenceOf(loadSecret({ secret: undefined, dataDir: closed })),
      `A secret can't be kept in the data directory ${closed} (EACCES): make it writable, or set LECTERN_SECRET.`,
    )
})
