import { resolve } from 'node:path'
import { test } from 'tap'
import { readEnvironment } from '#runner/environment.ts'
import { Refused } from '#runner/refused.ts'

const refusalOf = (given: { readonly [name: string]: string }): readonly string[] => {
  try {
    readEnvironment(given)
    return []
  } catch (error) {
    if (error instanceof Refused) return error.sentences
    throw error
  }
}

test('without variables everything has its default', async (t) => {
  const usual = {
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    configPath: undefined,
    dataDir: resolve('.data'),
    baseUrl: undefined,
    secret: undefined,
    logLevel: 'info',
  }
  t.same(readEnvironment({}), usual)
  t.same(
    readEnvironment({ PORT: '', DATABASE_URL: '', LECTERN_SECRET: '', LECTERN_DATA_DIR: '' }),
    usual,
    'nothing is not set',
  )
})

test('what the variables say is read', async (t) => {
  const read = readEnvironment({
    PORT: '0',
    HOST: '::',
    DATABASE_URL: 'postgres://ada:secret@db/school',
    LECTERN_CONFIG: 'north.json',
    LECTERN_DATA_DIR: '/var/lib/lectern',
    LECTERN_BASE_URL: 'https://school.example/',
    LECTERN_SECRET: '0123456789abcdef',
    LECTERN_LOG_LEVEL: 'silent',
    SHELL: '/bin/sh',
  })
  t.same(read, {
    port: 0,
    host: '::',
    databaseUrl: 'postgres://ada:secret@db/school',
    configPath: resolve('north.json'),
    dataDir: '/var/lib/lectern',
    baseUrl: 'https://school.example',
    secret: '0123456789abcdef',
    logLevel: 'silent',
  })
})

test('every fault is told at once, with its variable, and no secret with it', async (t) => {
  const faults = refusalOf({
    LECTERN_LOGLEVEL: 'debug',
    LECTERN_THINGS: '1',
    PORT: '65536',
    HOST: 'http://localhost',
    DATABASE_URL: 'mysql://ada:hunter2@db/school',
    LECTERN_BASE_URL: 'school.example',
    LECTERN_SECRET: 'hunter2',
    LECTERN_LOG_LEVEL: 'inof',
  })
  t.same(faults, [
    "environment: LECTERN_LOGLEVEL: no such variable; did you mean 'LECTERN_LOG_LEVEL'?",
    'environment: LECTERN_THINGS: no such variable',
    'environment: PORT: "65536" is no port number; expected 0 to 65535',
    'environment: HOST: "http://localhost" is no address; expected one such as 127.0.0.1, 0.0.0.0 or ::',
    'environment: DATABASE_URL: is no address of a PostgreSQL; expected postgres://user:password@host:5432/database',
    'environment: LECTERN_BASE_URL: "school.example" is no base of addresses; expected an absolute http or https URL without query, such as https://school.example',
    'environment: LECTERN_SECRET: has 7 characters; expected at least 16',
    "environment: LECTERN_LOG_LEVEL: no level 'inof'; expected one of trace, debug, info, warn, error, fatal, silent; did you mean 'info'?",
  ])
})

test('a port is a whole number in plain digits', async (t) => {
  for (const port of ['-1', '3e3', '80.5', ' 80', '0x50', 'http', '123456']) {
    t.same(
      refusalOf({ PORT: port }),
      [`environment: PORT: ${JSON.stringify(port)} is no port number; expected 0 to 65535`],
      port,
    )
  }
})

test('a base address holds no credentials, query or fragment', async (t) => {
  for (const url of [
    'ftp://school.example',
    'https://a:b@school.example',
    'https://school.example/?a',
    'https://a.b/#c',
  ]) {
    t.equal(refusalOf({ LECTERN_BASE_URL: url }).length, 1, url)
  }
  t.equal(
    readEnvironment({ LECTERN_BASE_URL: 'http://10.0.0.1:8080/lectern//' }).baseUrl,
    'http://10.0.0.1:8080/lectern',
  )
})
