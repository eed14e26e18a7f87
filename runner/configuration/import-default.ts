import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { constants, Script } from 'node:vm'
import { errorCode } from '../database/error-code.ts'

/** The kinds of files that a configuration or a module may be. */
export const fileKinds = /\.(ts|js|json)$/

/** What a file gives: its default export, or its content when it is JSON. Rejects with what went wrong. */
export const importDefault = async (path: string): Promise<unknown> => {
  if (path.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8'))
  return defaultOf(await import(pathToFileURL(path).href))
}

/** The default export of a package, as the file `from` would import it. */
export const importPackage = async (name: string, from: string): Promise<unknown> => {
  // An `import()` that stands in that file, as far as Node is concerned: packages are looked for from there.
  const importFrom: unknown = new Script('(name) => import(name)', {
    filename: from,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext()
  return defaultOf(typeof importFrom === 'function' ? await importFrom(name) : undefined)
}

const defaultOf = (namespace: unknown): unknown =>
  typeof namespace === 'object' && namespace !== null ? Reflect.get(namespace, 'default') : undefined

/** Why a file could not be loaded, in a line. */
export const explainImport = (error: unknown): string => {
  if (errorCode(error) === 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING')
    return 'Node runs no TypeScript below node_modules: a package must ship JavaScript; a path to a folder of your own may be .ts'
  if (!(error instanceof Error)) return `it throws ${String(error).split('\n')[0]}`
  // Of a file that can't be parsed, Node tells the place above the message.
  const place = /^(?:file:\/\/)?(\/[^\n]*:\d+)$/m.exec(error.stack?.split('\n')[0] ?? '')?.[1]
  const [message] = error.message.trim().split('\n')
  return `${error.name}: ${message}${place === undefined ? '' : ` (${place})`}`
}
