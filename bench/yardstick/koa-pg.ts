/**
 * The students routes as a competent engineer writes them by hand with Koa and pg: what Lectern's derived routes are
 * measured against. Written first, then left alone. Reads DATABASE_URL and PORT.
 */
import { hash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import Router from '@koa/router'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import Koa from 'koa'
import pg from 'pg'
import { v7 } from 'uuid'

// ---- Database: one pool, dates as text

const TIMESTAMPTZ = 1184
// '2026-11-21 04:16:27.4+00' (PostgreSQL drops zeros at the end) → '2026-11-21T04:16:27.400Z'
const isoDate = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${(text.length > 22 ? text.slice(20, -3) : '').padEnd(3, '0')}Z`
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === TIMESTAMPTZ ? isoDate : pg.types.getTypeParser(oid, format)),
}
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, types, options: '-c timezone=UTC' })
pool.on('error', (error) => console.error(error))

type Student = {
  id: string
  name: string
  group: string | null
  note: string | null
  email: string | null
  phone: string | null
  external_id: string | null
  tags: string[]
  created_at: string
  updated_at: string
}

const columns = 'id, name, "group", note, email, phone, external_id, tags, created_at, updated_at'

// A page of rows as JSON text: PostgreSQL writes it with less work than Node, once the page is cut.
const iso = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`
const jsonOf = (page: string) => `
  select '[' || coalesce(string_agg(row_to_json(row)::text, ','), '') || ']' from (
    select id, name, "group", note, email, phone, external_id, tags, ${iso('created_at')}, ${iso('updated_at')}
    from (${page}) page
  ) row`
const newestFirst = 'order by created_at desc, id desc limit $2 offset $3'

const listText = `
  select (select count(*) from student where account_id = $1)::int as total,
    (${jsonOf(`select * from student where account_id = $1 ${newestFirst}`)}) as data`

const searchText = (condition: string) => `
  with hit as materialized (select * from student where account_id = $1 and ${condition})
  select (select count(*) from hit)::int as total, (${jsonOf(`select * from hit ${newestFirst}`)}) as data`

const statements = {
  list: { name: 'list', text: listText },
  search: { name: 'search', text: searchText('name_folded like $4') },
  // Nothing in it for the trigram index, which would be read as a whole: go through the account's rows.
  searchShort: { name: 'search_short', text: searchText('strpos(name_folded, $4) > 0') },
  get: { name: 'get', text: `select ${columns} from student where id = $1 and account_id = $2` },
  create: { name: 'create', text: 'select create_student($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as "limit"' },
  replace: {
    name: 'replace',
    text: `update student set name = $3, name_folded = $4, "group" = $5, note = $6, email = $7, phone = $8,
      external_id = $9, tags = $10, updated_at = $11 where id = $1 and account_id = $2 returning ${columns}`,
  },
  delete: { name: 'delete', text: 'delete from student where id = $1 and account_id = $2' },
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

// ---- Errors

type Detail = { in: 'body' | 'query' | 'header'; path: string; message: string }

class Refusal extends Error {
  readonly status: number
  readonly body: { error: string; code?: string; details?: Detail[]; limit?: number }
  constructor(status: number, body: Refusal['body']) {
    super(body.error)
    this.status = status
    this.body = body
  }
}

const notFound = () => new Refusal(404, { error: 'Not found', code: 'NOT_FOUND' })
const invalid = (details: Detail[]) => new Refusal(400, { error: 'Invalid input', details })

// ---- Authentication: the keys are in memory, found by the hash of what was sent

type Key = { account: string; scopes: Set<string>; expiresAt: number }

const keys = new Map<string, Key>()
const keyRows = await pool.query<{ account_id: string; sha256: string; scopes: string[]; expires_at: string | null }>(
  'select account_id, sha256, scopes, expires_at from api_key',
)
for (const row of keyRows.rows) {
  const expiresAt = row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at)
  keys.set(row.sha256, { account: row.account_id, scopes: new Set(row.scopes), expiresAt })
}

const authorise = (scope: string) => (ctx: Koa.Context, next: Koa.Next) => {
  const header = ctx.req.headers.authorization
  const key = header?.startsWith('Bearer lk_') ? keys.get(hash('sha256', header.slice(7), 'base64')) : undefined
  if (key === undefined || key.expiresAt <= Date.now()) {
    ctx.set('WWW-Authenticate', 'Bearer')
    throw new Refusal(401, { error: 'Unauthenticated', code: 'UNAUTHENTICATED' })
  }
  if (!key.scopes.has(scope)) {
    const details: Detail[] = [{ in: 'header', path: '/authorization', message: `needs the scope ${scope}` }]
    throw new Refusal(403, { error: 'Insufficient scope', code: 'INSUFFICIENT_SCOPE', details })
  }
  ctx.state.account = key.account
  return next()
}

// ---- Input

const text = (maxLength: number) => ({ type: ['string', 'null'], maxLength, default: null })
const input = {
  name: { type: 'string', minLength: 1, maxLength: 200 },
  group: text(200),
  note: text(2000),
  email: { type: ['string', 'null'], format: 'email', default: null },
  phone: text(50),
  external_id: text(200),
  tags: { type: 'array', items: { type: 'string', maxLength: 50 }, maxItems: 50, default: [] },
}
const bodySchema = { type: 'object', properties: input, required: ['name'], additionalProperties: false }
const replaceSchema = { ...bodySchema, properties: { ...input, id: {}, created_at: {}, updated_at: {} } }
const querySchema = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 1000, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    search: { type: 'string', maxLength: 200, default: '' },
  },
}

type Input = Omit<Student, 'id' | 'created_at' | 'updated_at'>
type Query = { page: number; limit: number; search: string }

const ajv = new Ajv2020({ allErrors: true, useDefaults: true, allowUnionTypes: true })
addFormats.default(ajv)
const queryAjv = new Ajv2020({ allErrors: true, useDefaults: true, coerceTypes: true })
const isCreateBody = ajv.compile<Input>(bodySchema)
const isReplaceBody = ajv.compile<Input>(replaceSchema)
const isQuery = queryAjv.compile<Query>(querySchema)

const toDetail = (part: Detail['in'], error: ErrorObject): Detail => {
  const member = error.params.additionalProperty ?? error.params.missingProperty
  const path = member === undefined ? error.instancePath : `${error.instancePath}/${pointerOf(member)}`
  return { in: part, path, message: error.message ?? '' }
}
const pointerOf = (member: string) => member.replaceAll('~', '~0').replaceAll('/', '~1')

const decode = <T>(part: Detail['in'], isValid: ValidateFunction<T>, value: unknown, mayBeUnstorable: boolean): T => {
  const faults = mayBeUnstorable ? unstorable(part, value) : []
  if (isValid(value) && faults.length === 0) return value
  throw invalid([...faults, ...(isValid.errors ?? []).map((error) => toDetail(part, error))])
}

/** The places of strings that PostgreSQL can't store. */
const unstorable = (part: Detail['in'], value: unknown, path = ''): Detail[] => {
  if (typeof value === 'string') {
    const isStorable = value.isWellFormed() && !value.includes('\0')
    return isStorable ? [] : [{ in: part, path, message: 'must not contain NUL or a lone surrogate' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([member, inner]) => unstorable(part, inner, `${path}/${pointerOf(member)}`))
}

const maxBytes = 1024 * 1024
const tooLarge = () => new Refusal(413, { error: 'The body is too large', code: 'PAYLOAD_TOO_LARGE' })

const readText = (request: IncomingMessage) =>
  new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) reject(tooLarge())
      else chunks.push(chunk)
    })
    request.on('end', () => resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString() ?? ''))
    request.on('error', reject)
  })

const isJson = (type = '') =>
  type === 'application/json' || type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'

const readBody = async (request: IncomingMessage, isValid: ValidateFunction<Input>): Promise<Input> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  if (!isJson(request.headers['content-type']))
    throw new Refusal(415, { error: 'The body must be JSON', code: 'UNSUPPORTED_MEDIA_TYPE' })
  const text = await readText(request)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Refusal(400, { error: 'Malformed JSON', code: 'MALFORMED_JSON' })
  }
  return decode('body', isValid, body, text.includes('\\u')) // JSON has NUL and lone surrogates as escapes only
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const idOf = (ctx: { params: Record<string, string> }) => {
  const id = ctx.params.id ?? ''
  if (!uuidPattern.test(id)) throw notFound()
  return id
}

// ---- Output

const send = (ctx: Koa.Context, status: number, json: string) => {
  ctx.status = status
  ctx.set('Content-Type', 'application/json; charset=utf-8')
  ctx.body = json
}

const sendStudent = (ctx: Koa.Context, student: Student | undefined) => {
  if (student === undefined) throw notFound()
  const json = JSON.stringify({ data: student })
  ctx.set('ETag', `"${hash('sha1', json, 'base64')}"`)
  send(ctx, 200, json)
  if (ctx.req.headers['if-none-match'] !== undefined && ctx.fresh) ctx.status = 304
}

// ---- Routes

const router = new Router({ sensitive: true, strict: true })
const path = '/api/v1/students'
const mayRead = authorise('api:student:read')
const mayWrite = authorise('api:student:write')

router.get(path, mayRead, async (ctx) => {
  const { page, limit, search } = decode('query', isQuery, parse(ctx.querystring), ctx.querystring.includes('%00'))
  const values: unknown[] = [ctx.state.account, limit, (page - 1) * limit]
  const needle = fold(search)
  let statement = statements.list
  if (needle !== '') {
    const hasTrigram = /[\p{L}\p{N}]{3}/u.test(needle)
    statement = hasTrigram ? statements.search : statements.searchShort
    values.push(hasTrigram ? `%${needle.replace(/[\\%_]/g, '\\$&')}%` : needle)
  }
  const { rows } = await pool.query<{ data: string; total: number }>({ ...statement, values })
  const row = rows[0]
  send(ctx, 200, `{"data":${row?.data},"page":${page},"limit":${limit},"total":${row?.total}}`)
})

router.post(path, mayWrite, async (ctx) => {
  const body = await readBody(ctx.req, isCreateBody)
  const id = v7()
  const values = [id, ctx.state.account, ...columnsOf(body), new Date().toISOString()]
  const { rows } = await pool.query<{ limit: number | null }>({ ...statements.create, values })
  const limit = rows[0]?.limit
  if (typeof limit === 'number')
    throw new Refusal(403, { error: 'The roster is full', code: 'ROSTER_LIMIT_REACHED', limit })
  send(ctx, 201, `{"data":{"created":true,"id":"${id}"}}`)
})

router.get(`${path}/:id`, mayRead, async (ctx) => {
  const { rows } = await pool.query<Student>({ ...statements.get, values: [idOf(ctx), ctx.state.account] })
  sendStudent(ctx, rows[0])
})

router.put(`${path}/:id`, mayWrite, async (ctx) => {
  const body = await readBody(ctx.req, isReplaceBody)
  const values = [idOf(ctx), ctx.state.account, ...columnsOf(body), new Date().toISOString()]
  const { rows } = await pool.query<Student>({ ...statements.replace, values })
  sendStudent(ctx, rows[0])
})

router.delete(`${path}/:id`, mayWrite, async (ctx) => {
  const { rowCount } = await pool.query({ ...statements.delete, values: [idOf(ctx), ctx.state.account] })
  if (rowCount === 0) throw notFound()
  send(ctx, 200, '{"data":{"deleted":true}}')
})

const columnsOf = (body: Input) => [
  body.name,
  fold(body.name),
  body.group,
  body.note,
  body.email,
  body.phone,
  body.external_id,
  body.tags,
]

// ---- Application

const app = new Koa()

app.use(async (ctx, next) => {
  ctx.set('X-Request-Id', randomUUID())
  try {
    await next()
    if (ctx.status === 404 && ctx.body === undefined) throw notFound()
    if (ctx.status === 405) throw new Refusal(405, { error: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' })
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error)
    const { status, body } =
      error instanceof Refusal ? error : new Refusal(500, { error: 'Internal error', code: 'INTERNAL' })
    send(ctx, status, JSON.stringify(body))
  }
})
app.use((ctx, next) => (ctx.path === '/healthz' ? send(ctx, 200, '{"status":"ok"}') : next()))
app.use(router.routes())
app.use(router.allowedMethods())

const server = app.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => {
  server.close(() => void pool.end())
  server.closeIdleConnections()
})
