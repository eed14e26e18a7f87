import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runner } from '../runner.ts'
import { environment, startServer } from '../server.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import {
  type App,
  accountNames,
  type Keys,
  largeRoster,
  readScope,
  type Surroundings,
  smallRoster,
  writeScope,
} from './app.ts'

const configuration = {
  modules: ['students'],
  plans: { default: { rosterSize: largeRoster }, small: { rosterSize: smallRoster } },
  defaultPlan: 'default',
  settings: { http: { rateLimit: null } },
}

/** Starts Lectern's derived students routes; accounts and keys come by the command line. */
export const startLectern = async ({ postgres, resources }: Surroundings): Promise<App> => {
  const database = 'lectern'
  await postgres.createDatabase(database)
  const folder = temporaryFolder(resources)
  const configurationFile = join(folder, 'lectern.config.json')
  await writeFile(configurationFile, JSON.stringify(configuration))
  const env = {
    DATABASE_URL: postgres.urlOf(database),
    LECTERN_DATA_DIR: join(folder, 'data'),
    LECTERN_CONFIG: configurationFile,
    LECTERN_LOG_LEVEL: 'warn',
  }
  const args = [runner, 'start', '--only', 'http']
  const server = await startServer({ args, env, readyPath: '/readyz' }, resources)
  return { name: 'lectern', server, database, keys: await makeKeys({ ...environment(), ...env }) }
}

const makeKeys = async (env: NodeJS.ProcessEnv): Promise<Keys> => {
  const keys: Keys = { north: '', south: '', tested: '', stranger: '', small: '', readOnly: '' }
  const addKey = async (account: string, scopes: string[]) =>
    memberOf(await command(env, 'key', 'create', '--account', account, '--scopes', scopes.join(',')), 'key')
  for (const name of accountNames) {
    const plan = name === 'small' ? 'small' : 'default'
    const flags = ['--name', name, '--email', `${name}@school.example`, '--plan', plan]
    const id = memberOf(await command(env, 'account', 'create', ...flags), 'id')
    keys[name] = await addKey(id, [readScope, writeScope])
    if (name === 'tested') keys.readOnly = await addKey(id, [readScope])
  }
  return keys
}

const command = async (env: NodeJS.ProcessEnv, ...words: string[]): Promise<unknown> => {
  const { stdout } = await promisify(execFile)(process.execPath, [runner, ...words, '--json'], { env })
  return JSON.parse(stdout)
}

const memberOf = (answer: unknown, name: string): string => {
  const value = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
  if (typeof value !== 'string') throw new Error(`No ${name} in ${JSON.stringify(answer)}`)
  return value
}
