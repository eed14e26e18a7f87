import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
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
  // Node looks for packages from the file that imports them, and this one isn't the one that names it.
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === name && context.parentURL === import.meta.url
        ? next(specifier, { ...context, parentURL: pathToFileURL(from).href })
        : next(specifier, context),
  })
  try {
    return defaultOf(await import(name))
  } finally {
    hooks.deregister()
  }
}

const defaultOf = (namespace: unknown): unknown =>
  typeof namespace === 'object' && namespace !== null ? Reflect.get(namespace, 'default') : undefined

/** Why a file could not be loaded, in a line. */
export const explainImport = async (error: unknown, path: string): Promise<string> => {
  if (errorCode(error) === 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING')
    return 'Node runs no TypeScript below node_modules: a package must ship JavaScript; a path to a folder of your own may be .ts'
  if (!(error instanceof Error)) return `it throws ${String(error).split('\n')[0]}`
  const [message] = error.message.trim().split('\n')
  const line = error instanceof SyntaxError ? await findLine(error, path) : undefined
  return `${error.name}: ${message}${line === undefined ? '' : ` (line ${line})`}`
}

/** Where a file can't be parsed. Of TypeScript the error itself tells it; of JavaScript only Node's own report does. */
const findLine = async (error: SyntaxError, path: string): Promise<string | undefined> => {
  const reports = [error.stack ?? '', path.endsWith('.js') ? await checkSyntax(path) : '']
  return reports.map((report) => /^(?:file:\/\/)?\/.*:(\d+)$/m.exec(report.split('\n')[0] ?? '')?.[1]).find(Boolean)
}

const checkSyntax = (path: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['--check', path], (_, __, report) => resolve(report))
  })
