/** Runs the command line as people do: in a process of its own, in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** What is needed of tap's `t`. */
type Teardown = { teardown(work: () => Promise<void>): void }

type Variables = { readonly [name: string]: string | undefined }

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A working folder, and the command line in it. */
export interface Place {
  readonly folder: string
  /** Writes files by their path: text as it is, anything else as JSON. */
  write(files: { readonly [path: string]: unknown }): Promise<void>
  run(args: readonly string[], more?: Variables): Promise<Ran>
  /** With --json; the answer as the test says it is. Throws what stands on the other output when the command fails. */
  answer<T>(args: readonly string[], more?: Variables): Promise<T>
  spawn(args: readonly string[], more?: Variables): ChildProcess
}

const main = resolve('runner/main.ts')

/** `variables` hold in all of its commands. */
export const makePlace = async (t: Teardown, variables: Variables = {}): Promise<Place> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lectern-command-')))
  await chmod(folder, 0o755) // for the embedded server's own user
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  const start = (args: readonly string[], more: Variables = {}): ChildProcess =>
    spawn(process.execPath, [main, ...args], {
      cwd: folder,
      env: { ...process.env, ...variables, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const run = async (args: readonly string[], more?: Variables): Promise<Ran> => finish(start(args, more))
  return {
    folder,
    spawn: start,
    run,
    write: async (files) => {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
      }
    },
    answer: async (args, more) => {
      const { code, stdout, stderr } = await run([...args, '--json'], more)
      if (code !== 0 || stderr !== '') throw new Error(`${args.join(' ')} ends with ${code}: ${stderr}`)
      return JSON.parse(stdout)
    },
  }
}

export const finish = (child: ChildProcess): Promise<Ran> =>
  new Promise((resolved, reject) => {
    let stdout = ''
    let stderr = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.once('error', reject)
    child.once('close', (code) => resolved({ code, stdout, stderr }))
  })
