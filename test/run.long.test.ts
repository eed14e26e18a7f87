import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { importsOf } from './sources.ts'

/** These files and all of ours that they import. */
const withImports = async (...paths: string[]): Promise<ReadonlySet<string>> => {
  const found = new Set(paths)
  for (const path of found) {
    for (const { target } of importsOf({ path, text: await readFile(path, 'utf8') })) if (target) found.add(target)
  }
  return found
}

/** A project of its own with our test machinery, so that a run inside does not touch the run that it is a part of. */
const makeProject = async (t: Test, files: Record<string, string>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-project-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const machinery = await withImports('test/run.ts', 'test/check.ts')
  const settings = ['package.json', 'tsconfig.json', 'biome.json', '.c8rc.json', '.gitignore']
  for (const path of [...machinery, ...settings]) await cp(path, join(folder, path))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

/** Without what tap and c8 tell their children. */
const plainEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(_?TAP|NODE_OPTIONS$|NODE_V8|TEST_)/.test(name)))

const start = (folder: string, args: readonly string[] = []): ChildProcess =>
  spawn(process.execPath, ['test/run.ts', ...args], {
    cwd: folder,
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const finish = async (child: ChildProcess) => {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output, lastLine: output.trimEnd().split('\n').at(-1) }
}

const double = 'export const double = (x: number) => (x > 0 ? 2 * x : 0)\n'

const testOfDouble = (...inputs: readonly number[]) => `import t from 'tap'
import { double } from '#core/double.ts'

t.test('doubles', async (t) => {
${inputs.map((x) => `  t.equal(double(${x}), ${Math.max(2 * x, 0)})\n`).join('')}})
`

t.test('a good project passes', async (t) => {
  const folder = await makeProject(t, { 'core/double.ts': double, 'test/core/double.test.ts': testOfDouble(1, -1) })
  const { code, output, lastLine } = await finish(start(folder))
  t.equal(lastLine, '2 passed, 0 failed')
  t.equal(code, 0, output)
})

t.test('a failed assertion, a failed check and too little coverage are failures', async (t) => {
  const folder = await makeProject(t, {
    'core/double.ts': double,
    'core/untested.ts': `import { serve } from '#runner/serve.ts'\n\nexport const start = () => serve(0)\n`,
    'runner/serve.ts': 'export const serve = (x: number) => {\n  if (x > 0) return 1\n  return 2\n}\n',
    'test/core/double.test.ts': testOfDouble(1).replace(', 2)', ', 3)'),
  })
  const { code, output, lastLine } = await finish(start(folder))
  t.equal(lastLine, '0 passed, 3 failed')
  t.equal(code, 1)
  t.match(output, 'core/untested.ts:1: imports')
  t.match(output, '✗ test/core/double.test.ts > doubles > should be equal')
  t.match(output, 'does not meet global threshold (90%)')
})

t.test('named files run alone, long ones apart', async (t) => {
  const folder = await makeProject(t, {
    'test/one.test.ts': "import t from 'tap'\n\nt.pass()\n",
    'test/slow.long.test.ts': "import t from 'tap'\n\nt.pass()\nt.skip('later')\n",
  })
  t.equal((await finish(start(folder, ['test/one.test.ts']))).lastLine, '1 passed, 0 failed')
  t.equal((await finish(start(folder, ['--long']))).lastLine, '1 passed, 0 failed, 1 skipped')
})

/** A test that leaves word of its server, and then hangs or dies. */
const endlessTest = `import { writeFileSync } from 'node:fs'
import pg from 'pg'
import t from 'tap'

const client = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL })
client.on('error', () => {})
await client.connect()
const { rows } = await client.query("select current_setting('data_directory') as folder")
writeFileSync('server.json', JSON.stringify({ url: process.env.TEST_POSTGRES_URL, pid: process.pid, ...rows[0] }))
t.test('hangs', () => new Promise(() => setInterval(() => {}, 1000)))
`

type Server = { readonly url: string; readonly folder: string; readonly pid: number }

const serverOf = async (folder: string): Promise<Server> => {
  for (;;) {
    const text = await readFile(join(folder, 'server.json'), 'utf8').catch(() => '')
    if (text !== '') return JSON.parse(text)
    await sleep(50)
  }
}

const isGone = async (server: Server): Promise<boolean> => {
  const client = new pg.Client({ connectionString: server.url })
  client.on('error', () => {})
  const answers = await client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
  return (
    !answers &&
    (await readdir(server.folder).then(
      () => false,
      () => true,
    ))
  )
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
  t.test(`after ${signal} no server and no folder is left`, async (t) => {
    const folder = await makeProject(t, { 'test/endless.test.ts': endlessTest })
    const child = start(folder, ['test/endless.test.ts'])
    const ended = finish(child)
    const server = await serverOf(folder)
    t.notOk(await isGone(server))
    child.kill(signal)
    const { code } = await ended
    if (signal === 'SIGKILL') process.kill(server.pid) // nobody was left to end it
    t.equal(code, { SIGINT: 130, SIGTERM: 143, SIGKILL: null }[signal])
    const deadline = Date.now() + 10_000
    while (!(await isGone(server)) && Date.now() < deadline) await sleep(50)
    t.ok(await isGone(server))
  })
}
