import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Configuration } from '#runner/configuration/configuration.ts'
import { loadConfiguration } from '#runner/configuration/load-configuration.ts'
import { Refused } from '#runner/refused.ts'

/** What is needed of tap's `t`. */
export type Teardown = { teardown(work: () => Promise<void>): void }

const tokens = { make: () => Promise.reject(new Error('no tokens here')), read: async () => undefined }

/** Writes files, text as it is and the rest as JSON, and loads the first of them; `{folder}` in sentences is where they are. */
export const loadFiles = async (
  t: Teardown,
  files: { readonly [path: string]: unknown },
): Promise<Configuration | readonly string[]> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lectern-configuration-')))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const [first = 'lectern.config.json'] = Object.keys(files)
  try {
    return await loadConfiguration({ configPath: join(folder, first) }, tokens)
  } catch (error) {
    if (error instanceof Refused) return error.sentences.map((sentence) => sentence.replaceAll(folder, '{folder}'))
    throw error
  }
}

/** The same, of a configuration that can be used. */
export const load = async (t: Teardown, files: { readonly [path: string]: unknown }): Promise<Configuration> => {
  const loaded = await loadFiles(t, files)
  if ('plan' in loaded) return loaded
  throw new Error(loaded.join('\n'))
}

/** The same, of one that is refused. */
export const refusalOf = async (
  t: Teardown,
  files: { readonly [path: string]: unknown },
): Promise<readonly string[]> => {
  const loaded = await loadFiles(t, files)
  return 'plan' in loaded ? [] : loaded
}
