import { hash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { v7 } from 'uuid'
import type { Postgres } from '../postgres.ts'
import { startServer } from '../server.ts'
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

/** Starts a hand-written app of `yardstick/`, such as `koa` from `koa-pg.ts`, with accounts and keys. */
export const startYardstick = async (name: string, { postgres, resources }: Surroundings): Promise<App> => {
  const database = `yardstick_${name}`
  await postgres.createDatabase(database)
  await postgres.run(database, await readFile(new URL('../yardstick/schema.sql', import.meta.url), 'utf8'))
  const keys = await makeKeys(postgres, database)
  const file = fileURLToPath(new URL(`../yardstick/${name}-pg.ts`, import.meta.url))
  const env = { DATABASE_URL: postgres.urlOf(database) }
  const server = await startServer({ args: [file], env, readyPath: '/healthz' }, resources)
  return { name, server, database, keys }
}

const makeKeys = async (postgres: Postgres, database: string): Promise<Keys> => {
  const keys: Keys = { north: '', south: '', tested: '', stranger: '', small: '', readOnly: '' }
  const addKey = async (account: string, scopes: string[]) => {
    const id = randomBytes(8).toString('hex')
    const key = `lk_${id}_${randomBytes(32).toString('base64url')}`
    const values = [id, account, hash('sha256', key, 'base64'), scopes]
    await postgres.run(database, 'insert into api_key values ($1, $2, $3, $4)', values)
    return key
  }
  for (const name of accountNames) {
    const id = v7()
    const limit = name === 'small' ? smallRoster : largeRoster
    await postgres.run(database, 'insert into account values ($1, $2, $3)', [id, name, limit])
    keys[name] = await addKey(id, [readScope, writeScope])
    if (name === 'tested') keys.readOnly = await addKey(id, [readScope])
  }
  return keys
}
