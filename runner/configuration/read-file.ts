import { access } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type Fault, fault, show, toSentence } from '#core/fault.ts'
import { Refused } from '../refused.ts'
import { explainImport, fileKinds, importDefault } from './import-default.ts'
import { isMembers, type Members, toJson } from './to-json.ts'

/** What the configuration says, part by part; what each part holds is not checked yet. */
export interface Said {
  /** The file, absolute; null when there is none. */
  readonly file: string | null
  readonly members: Members
  readonly faults: readonly Fault[]
}

const parts = ['modules', 'plans', 'defaultPlan', 'settings']

const usual = ['lectern.config.ts', 'lectern.config.js', 'lectern.config.json']

/**
 * Reads the configuration: the file that LECTERN_CONFIG names, or the one in the working folder, which may be missing.
 * Rejects with `Refused` when nothing can be known of what it says.
 */
export const readConfigurationFile = async (configPath: string | undefined): Promise<Said> => {
  const file = configPath ?? (await findUsual())
  if (file === null) return { file, members: {}, faults: [] }
  const refuse = (found: string, expected?: string): Refused =>
    new Refused([toSentence(fault('configuration', file, found, expected === undefined ? {} : { expected }))])
  if (!fileKinds.test(file)) throw refuse('is no configuration', 'a file that ends in .ts, .js or .json')
  if (!(await isThere(file))) throw refuse('no such file', 'the file that LECTERN_CONFIG names')
  const given: unknown = await importDefault(file).catch(async (error) => {
    throw refuse(`can't be loaded: ${await explainImport(error, file)}`)
  })
  if (given === undefined) throw refuse('has no default export', 'export default { modules, plans, settings }')
  const faults: Fault[] = []
  const members = toJson(given, '', faults)
  if (!isMembers(members)) throw refuse(`gives ${show(given)}`, 'an object such as { modules, plans, settings }')
  for (const name of Object.keys(members)) {
    if (!parts.includes(name))
      faults.push(fault('configuration', name, `no word '${name}'`, { word: name, known: parts }))
  }
  return { file, members, faults }
}

const findUsual = async (): Promise<string | null> => {
  const found: string[] = []
  for (const name of usual) if (await isThere(resolve(name))) found.push(resolve(name))
  const [file, other] = found
  if (file === undefined) return null
  if (other === undefined) return file
  const names = found.map((path) => `'${basename(path)}'`).join(' and ')
  throw new Refused([
    toSentence(fault('configuration', '', `there are ${names}`, { expected: 'one of them, or LECTERN_CONFIG' })),
  ])
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
