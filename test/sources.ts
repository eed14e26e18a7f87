/** The project's TypeScript files as text, and what each of them imports. */
import { glob, readFile } from 'node:fs/promises'
import { posix } from 'node:path'

export type Source = { readonly path: string; readonly text: string }

/** `line` is 1-based. `target` is the path from the project's root when the file is ours, else undefined. */
export type Import = { readonly line: number; readonly name: string; readonly target: string | undefined }

export const readSources = async (): Promise<readonly Source[]> => {
  const paths = await Array.fromAsync(glob('{definitions,core,modules,runner,examples,test,bench}/**/*.ts'))
  return Promise.all(paths.sort().map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
}

// One left-to-right pass, because each of these may contain the beginning of another.
const token = new RegExp(
  [
    /\/\/[^\n]*|\/\*[\s\S]*?\*\//, // comments
    /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`/, // strings
    /(?<=[=(,:;!&|?{}[\n]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//, // regular expressions
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** The text with its comments blanked; lines keep their numbers. */
export const withoutComments = (text: string): string =>
  text.replace(token, (found) => (/^\/[/*]/.test(found) ? found.replace(/[^\n]/g, ' ') : found))

const imports = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])(?<name>[^'"\n]+)\1/gm,
  /^\s*import\s*(['"])(?<name>[^'"\n]+)\1/gm,
  /\bimport\(\s*(['"])(?<name>[^'"\n]+)\1/g,
]

/** Imports, re-exports, imports for their effect and `import('…')`, of values and of types. */
export const importsOf = ({ path, text }: Source): readonly Import[] => {
  const code = withoutComments(text)
  return imports
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .map((match) => {
      const name = match.groups?.name ?? ''
      const end = match.index + match[0].length
      return { line: code.slice(0, end).split('\n').length, name, target: targetOf(path, name) }
    })
}

/** package.json "imports": `#definitions` is a file, every other `#room/…` a path. */
const targetOf = (path: string, name: string): string | undefined => {
  if (name === '#definitions') return 'definitions/index.ts'
  if (name.startsWith('#')) return posix.normalize(name.slice(1))
  return name.startsWith('.') ? posix.join(posix.dirname(path), name) : undefined
}
