/**
 * Thousands of hostile requests, the same ones each time: `FUZZ_SEED=7 npm test -- test/core/http/fuzz.test.ts` sends others.
 * Whatever comes in, what goes out is one of our answers, and what stands in the database is whole.
 */
import { resolve } from 'node:path'
import t from 'tap'
import type { ModelOperation } from '#core/model.ts'
import type { Json } from '#definitions'
import type { Answered, CallOptions } from '#test/caller.ts'
import { unknownId } from '#test/caller.ts'
import { makeWorld } from '#test/conformance/world.ts'
import { libraryModule, startSystem } from '#test/system.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20261121)
const requests = 3000
const atOnce = 16

/** Mulberry32. */
let state = seed >>> 0
const random = (): number => {
  state = (state + 0x6d2b79f5) >>> 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const chance = (share: number): boolean => random() < share
const below = (bound: number): number => Math.floor(random() * bound)
function pick<T>(from: readonly [T, ...T[]]): T
function pick<T>(from: readonly T[]): T | undefined
function pick<T>(from: readonly T[]): T | undefined {
  return from[below(from.length)]
}

const modules = ['students', libraryModule, resolve('test/core/http/workshop.ts')]
const system = await startSystem(t, { modules, settings: { http: { rateLimit: null } } })
const { call, plan, sql, logged } = system
const world = makeWorld(system)
const citizens = [await world.newcomer(), await world.newcomer()] as const
// Some wait until they are told, some break on purpose.
const operations = Object.values(plan.operations).filter(({ name }) => !/^tool\.(wait|smash|refuse)$/.test(name))
const first = operations[0]
if (first === undefined) throw new Error('nothing to ask for')

const texts = [
  '',
  ' ',
  'x',
  '\0',
  '\u0001',
  '\ud800',
  '\udc00\ud800',
  '\uffff',
  '\u{10ffff}',
  '\ufeff',
  '\u202e',
  '\u2028',
  '\u001f',
  '\ufdd0',
  '\ufdfa'.repeat(100),
  `e${'\u0301'.repeat(500)}`,
  '👨‍👩‍👧‍👦',
  '𠮷野家',
  'ﬃ',
  'İI',
  'ς',
  '%',
  '_',
  '\\',
  "'",
  '"',
  "'; drop table students; --",
  '#{1}',
  '{{7*7}}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '0',
  '-1',
  '1e400',
  'true',
  '2026-11-21',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  unknownId,
  'a@b.co',
  'AAEC',
  '5m',
  'https://example.test',
  '<script>',
  'x'.repeat(201),
  'x'.repeat(3000),
  '😀'.repeat(200),
  '{}',
  '[]',
  '{"a":1}',
  '\r\nX-Injected: 1',
  'x'.repeat(100_000),
] as const

/** JSON as text: some of it no value of JavaScript can say. */
const literals = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '2147483648',
  '9007199254740993',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"":""}',
  '{"__proto__":{"x":1}}',
  `${'['.repeat(150)}${']'.repeat(150)}`,
  `[${'1,'.repeat(2000)}1]`,
  `{${Array.from({ length: 200 }, (_, index) => `"m${index}":${index}`).join()}}`,
  'NaN',
  'undefined',
  "'x'",
  '01',
  '1.',
  '{"a":1,"a":2}',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\ud83d\\ude00"',
  '"\\x"',
  '"',
] as const

const textOf = (): string => pick(texts)
const literal = (): string => (chance(0.5) ? pick(literals) : JSON.stringify(textOf()))

/** A body that fits, spoilt in some places. */
const spoil = (value: Json): string => {
  if (chance(0.12)) return literal()
  if (Array.isArray(value)) {
    const items = value.map(spoil)
    if (chance(0.2)) items.push(...Array.from({ length: below(3) }, literal))
    return `[${items.join()}]`
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).flatMap(([name, member]) =>
      chance(0.08) ? [] : [`${JSON.stringify(name)}:${spoil(member)}`],
    )
    if (chance(0.2)) members.push(`${JSON.stringify(textOf())}:${literal()}`)
    return `{${members.join()}}`
  }
  return JSON.stringify(value)
}

const spoilBytes = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  for (let times = below(4); times > 0 && bytes.length > 0; times -= 1) bytes[below(bytes.length)] = below(256)
  return chance(0.3) ? bytes.subarray(0, below(bytes.length + 1)) : bytes
}

const optional: readonly string[] = [
  'search',
  'page',
  'limit',
  'cursor',
  'language',
  'shelf',
  'keyword',
  'status',
  'last',
  'x',
  '__proto__',
]

const queryOf = (): string => {
  if (chance(0.6)) return ''
  const parts = Array.from({ length: 1 + below(4) }, () => {
    const value = chance(0.5) ? encode(textOf()) : `${below(2000) - 5}`
    return chance(0.1) ? encode(textOf()) : `${pick(optional)}=${value}`
  })
  return `?${parts.join(chance(0.9) ? '&' : ';')}`
}

/** Some of it encoded as it should be, some not: but nothing that an HTTP client could not send. */
const encode = (text: string): string => {
  const wellFormed = encodeURIComponent(text.toWellFormed().slice(0, 500))
  if (chance(0.85)) return wellFormed
  return pick(['%', '%zz', '%00', '%E0%A4%A', '%ED%A0%80', '+', '%2F', wellFormed.slice(1), `${wellFormed}%`])
}

const records = new Map<string, string[]>()

const idOf = (operation: ModelOperation): string => {
  const [[, resource] = []] = world.recordsIn(operation)
  const known = records.get(resource?.name ?? '') ?? []
  return chance(0.6) ? (pick(known) ?? unknownId) : chance(0.3) ? unknownId : encode(textOf())
}

const pathOf = (operation: ModelOperation): string => {
  const path = operation.path.replaceAll(/\{[^}]+\}/g, () => idOf(operation))
  if (chance(0.92)) return path
  return pick([
    `${path}/`,
    path.toUpperCase(),
    `/${path}`,
    `${path}/x`,
    path.slice(0, -1),
    `${path}%00`,
    path.replace('/v1', '/v2'),
    `${path};a=b`,
    '/',
    '/..',
    '*',
    '/metrics',
    '/readyz',
    '/library/hours/monday',
    `/library/hours/${encode(textOf())}`,
  ])
}

/** What may stand in a header at all. */
const headerText = (): string =>
  [...textOf()]
    .filter((letter) => /[\t -~\u0080-\u00ff]/.test(letter))
    .join('')
    .slice(0, 3000)
    .trim()

const headersOf = (): { readonly [name: string]: string | readonly string[] | undefined } => ({
  ...(chance(0.15) ? { 'Idempotency-Key': chance(0.7) ? `k${below(40)}` : headerText() } : {}),
  ...(chance(0.1) ? { 'If-Match': pick(['*', '"x"', 'W/"x"', headerText()]) } : {}),
  ...(chance(0.1) ? { 'If-None-Match': pick(['*', '"x"', 'W/"x"', headerText()]) } : {}),
  ...(chance(0.05) ? { 'X-Request-Id': [headerText(), headerText()] } : {}),
  ...(chance(0.05)
    ? { 'Content-Type': pick(['text/plain', 'application/json; charset=latin1', '', headerText()]) }
    : {}),
  ...(chance(0.03) ? { 'Content-Encoding': pick(['gzip', 'identity', headerText()]) } : {}),
  ...(chance(0.05) ? { Authorization: pick(['Bearer x', 'Basic eA==', 'Bearer ', headerText()]) } : {}),
  ...(chance(0.05) ? { Origin: 'https://evil.example', 'X-Forwarded-For': headerText() } : {}),
  ...(chance(0.05)
    ? {
        [pick(['X-Http-Method-Override', 'X-Strange', 'Accept', 'Cookie', 'Range', 'TE'])]: [
          headerText(),
          headerText(),
        ],
      }
    : {}),
})

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'] as const

interface Sent {
  readonly method: string
  readonly path: string
  readonly options: CallOptions
}

const compose = async (): Promise<Sent> => {
  const operation = pick(operations) ?? first
  const citizen = pick(citizens)
  const method = chance(0.93) ? operation.method : pick(methods)
  const body = operation.body === null ? undefined : await citizen.body(operation)
  const text =
    body === undefined ? (chance(0.1) ? literal() : undefined) : chance(0.25) ? JSON.stringify(body) : spoil(body)
  const raw = text === undefined ? undefined : chance(0.06) ? spoilBytes(text) : text
  const key = chance(0.92) ? (chance(0.9) ? citizen.key : citizen.token) : undefined
  const chunked = raw !== undefined && chance(0.1)
  return { method, path: `${pathOf(operation)}${queryOf()}`, options: { key, raw, chunked, headers: headersOf() } }
}

/** What is wrong with an answer; undefined when it is one of ours. */
const wrongWith = ({ method }: Sent, { status, headers, text }: Answered<Json>): string | undefined => {
  if (status >= 500) return `is a ${status}: ${text}`
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(String(headers['x-request-id']))) return 'has no id'
  if (headers['x-injected'] !== undefined) return 'has a header of the client’s'
  if (method === 'HEAD' || status === 204 || status === 304) return text === '' ? undefined : 'has a body'
  if (String(headers['content-type']).startsWith('text/'))
    return /^(# HELP|<!doctype html>)/.test(text) ? undefined : 'is strange text'
  const body: { readonly error?: unknown; readonly data?: unknown; readonly details?: unknown } = JSON.parse(text)
  if (status < 400) return 'data' in body ? undefined : 'has no data'
  if (typeof body.error !== 'string' || body.error === '') return 'has no sentence'
  const unknown = Object.keys(body).filter(
    (name) => !['error', 'code', 'details', 'limit', 'upgrade_url'].includes(name),
  )
  if (unknown.length > 0) return `has members that are not ours: ${unknown.join()}`
  return body.details === undefined || Array.isArray(body.details) ? undefined : 'has details that are no list'
}

const remember = (sent: Sent, { status, text }: Answered<Json>): void => {
  if (status !== 201 || sent.method !== 'POST') return
  const resource = Object.values(plan.model.resources).find(({ path }) => path === sent.path.split('?')[0])
  const id = /"id":"([0-9a-f-]{36})"/.exec(text)?.[1]
  if (resource === undefined || id === undefined) return
  const known = records.get(resource.name) ?? []
  known.push(id)
  records.set(resource.name, known)
}

t.test(`${requests} hostile requests are each answered as the contract has it`, { timeout: 110_000 }, async (t) => {
  const faults: string[] = []
  const statuses = new Map<number, number>()
  let slowest = 0
  let left = requests
  const send = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const sent = await compose()
      const before = performance.now()
      const answered = await call<Json>(sent.method, sent.path, sent.options)
      slowest = Math.max(slowest, performance.now() - before)
      statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1)
      const wrong = wrongWith(sent, answered)
      if (wrong !== undefined)
        faults.push(`${sent.method} ${sent.path.slice(0, 300)} ${JSON.stringify(sent.options).slice(0, 600)} ${wrong}`)
      remember(sent, answered)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  t.strictSame(faults.slice(0, 10), [])
  for (const status of [200, 201, 400, 401, 404, 405, 409, 412, 415]) t.ok(statuses.has(status), `some are a ${status}`)
  t.ok((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0) > requests / 20, 'some of them fit')
  t.ok(slowest < 10_000, `none takes long: ${Math.round(slowest)} ms`)
})

t.test('afterwards the server is as well as before', async (t) => {
  t.equal((await call('GET', '/readyz')).status, 200)
  const [citizen] = citizens
  t.equal((await call('GET', '/api/v1/students', { key: citizen.key })).status, 200)
  t.strictSame(logged, [], 'nothing was worth a warning')
  t.notOk('admin' in {} || 'x' in {})
})

t.test('nothing is half written', async (t) => {
  const open = await sql(
    "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  )
  t.strictSame(open, [], 'no transaction was left open')
  t.strictSame(
    await sql('select key from lectern.idempotency_keys where status is null'),
    [],
    'no key is held by nobody',
  )
  for (const { name, table, counted, states } of Object.values(plan.model.resources)) {
    if (counted) {
      const wrong = await sql(
        `select * from (select account_id, count(*)::int as there from lectern."${table}" group by account_id) t
         full join (select account_id, count from lectern.tallies where name = $1) n using (account_id)
         where coalesce(there, 0) <> coalesce(count, 0)`,
        [name],
      )
      t.strictSame(wrong, [], `the totals of ${name} are true`)
    }
    if (states !== null) {
      const strange = await sql(`select id from lectern."${table}" where not ("${states.field}" = any($1))`, [
        states.states,
      ])
      t.strictSame(strange, [])
    }
  }
  const told = await sql(
    `select b.id from lectern.books b
     left join lectern.events e on e.name = 'book.acquired' and e.payload->>'id' = b.id::text where e.id is null`,
  )
  t.strictSame(told, [], 'every book was announced')
})
