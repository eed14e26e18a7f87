import { resolve } from 'node:path'
import { type Fault, fault, show, toSentence } from '#core/fault.ts'
import { Refused } from './refused.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]

/** What the process is told by its environment, checked and with its defaults. */
export interface Environment {
  /** 0 to 65535; 0 takes a free one. */
  readonly port: number
  readonly host: string
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined
  /** Absolute; undefined when LECTERN_CONFIG doesn't say. */
  readonly configPath: string | undefined
  /** Absolute. */
  readonly dataDir: string
  /** Where others reach this installation, without a slash at its end. */
  readonly baseUrl: string | undefined
  /** Undefined: the one that is kept in the data directory. */
  readonly secret: string | undefined
  readonly logLevel: LogLevel
}

/** Every variable that is read, for the command line's help. */
export const variables: { readonly [name: string]: string } = {
  PORT: 'the port for HTTP, 0 for a free one (3000)',
  HOST: 'the address to listen on (127.0.0.1)',
  DATABASE_URL: 'a PostgreSQL, 15 or later; without it an embedded one in the data directory',
  LECTERN_CONFIG: 'the configuration, .ts, .js or .json (lectern.config.ts; without the file, all built-in modules)',
  LECTERN_DATA_DIR: 'where the embedded database, the secret and other files are kept (.data)',
  LECTERN_BASE_URL: 'where others reach this installation: https://school.example',
  LECTERN_SECRET: 'signs tokens, at least 16 characters (made once and kept in the data directory)',
  LECTERN_LOG_LEVEL: `${logLevels.join(', ')} (info)`,
}

/** Reads the environment. Throws `Refused` with every fault of it at once; a variable that is set to nothing isn't set. */
export const readEnvironment = (given: { readonly [name: string]: string | undefined }): Environment => {
  const faults: Fault[] = unknown(given)
  const refuse = (name: string, found: string, right: Parameters<typeof fault>[3] = {}) =>
    faults.push(fault('environment', name, found, right))
  const read = (name: string): string | undefined => (given[name] === '' ? undefined : given[name])

  const port = read('PORT') ?? '3000'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    refuse('PORT', `${show(port)} is no port number`, { expected: '0 to 65535' })

  const host = read('HOST') ?? '127.0.0.1'
  if (!/^[^\s/[\]@]+$/.test(host))
    refuse('HOST', `${show(host)} is no address`, { expected: 'one such as 127.0.0.1, 0.0.0.0 or ::' })

  const databaseUrl = read('DATABASE_URL')
  // Its content is never shown: it may hold a password.
  if (databaseUrl !== undefined && !/^(postgres(ql)?:\/\/.|socket:.|\/)/.test(databaseUrl))
    refuse('DATABASE_URL', 'is no address of a PostgreSQL', { expected: 'postgres://user:password@host:5432/database' })

  const baseUrl = read('LECTERN_BASE_URL')
  if (baseUrl !== undefined && !isBaseUrl(baseUrl))
    refuse('LECTERN_BASE_URL', `${show(baseUrl)} is no base of addresses`, {
      expected: 'an absolute http or https URL without query, such as https://school.example',
    })

  const secret = read('LECTERN_SECRET')
  if (secret !== undefined && secret.length < 16)
    refuse('LECTERN_SECRET', `has ${secret.length} characters`, { expected: 'at least 16' })

  const wanted = read('LECTERN_LOG_LEVEL') ?? 'info'
  const logLevel = logLevels.find((level) => level === wanted)
  if (logLevel === undefined)
    refuse('LECTERN_LOG_LEVEL', `no level '${wanted}'`, {
      expected: `one of ${logLevels.join(', ')}`,
      word: wanted,
      known: logLevels,
    })

  if (faults.length > 0 || logLevel === undefined) throw new Refused(faults.map(toSentence))
  const configPath = read('LECTERN_CONFIG')
  return {
    port: Number(port),
    host,
    databaseUrl,
    configPath: configPath === undefined ? undefined : resolve(configPath),
    dataDir: resolve(read('LECTERN_DATA_DIR') ?? '.data'),
    baseUrl: baseUrl?.replace(/\/+$/, ''),
    secret,
    logLevel,
  }
}

/** A name that begins like ours is a slip of ours: what it was meant to set would be silently left as it is. */
const unknown = (given: { readonly [name: string]: string | undefined }): Fault[] => {
  const ours = Object.keys(variables)
  return Object.keys(given)
    .filter((name) => name.startsWith('LECTERN_') && !ours.includes(name))
    .map((name) => fault('environment', name, 'no such variable', { word: name, known: ours }))
}

const isBaseUrl = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.username === '' && url.password === '' && !/[?#]/.test(text)
}
