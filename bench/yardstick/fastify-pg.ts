/**
 * The students routes as a competent engineer writes them by hand with Fastify and pg; validators and serialisers are
 * compiled by Fastify. Shares schema.sql with koa-pg.ts and nothing else. Reads DATABASE_URL and PORT.
 */
import { hash, randomUUID } from 'node:crypto'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import { v7 } from 'uuid'

declare module 'fastify' {
  interface FastifyRequest {
    accountId: string
  }
}

// ---- Database

// Keeps milliseconds; PostgreSQL leaves out the zeros at the end of a fraction.
const toIso = (text: string) => {
  const [date, time = ''] = text.slice(0, -'+00'.length).split(' ')
  return `${date}T${time.includes('.') ? time.padEnd(12, '0') : `${time}.000`}Z`
}

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 20,
  options: '-c timezone=UTC',
  types: {
    getTypeParser: (oid, format) =>
      oid === pg.types.builtins.TIMESTAMPTZ ? toIso : pg.types.getTypeParser(oid, format),
  },
})
pool.on('error', (error) => console.error(error))

const toJson = (source: string) => `
  coalesce((select json_agg(s) from (
    select id, name, "group", note, email, phone, external_id, tags,
      to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
      to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
    from (${source} order by created_at desc, id desc limit $2 offset $3) as page
  ) as s), '[]')::text`

const listStudents = {
  name: 'list-students',
  text: `select ${toJson('select * from student where account_id = $1')} as rows,
    (select count(*)::int from student where account_id = $1) as total`,
}

const searchStudents = (name: string, condition: string) => ({
  name,
  text: `with found as materialized (select * from student where account_id = $1 and ${condition})
    select ${toJson('select * from found')} as rows, (select count(*)::int from found) as total`,
})
const searchByTrigram = searchStudents('search-students', `name_folded like '%' || $4 || '%'`)
// Too short for a trigram: the index would be of no use, and PostgreSQL can't know it of a prepared statement.
const searchByScan = searchStudents('search-students-short', 'position($4 in name_folded) > 0')

const returned = 'id, name, "group", note, email, phone, external_id, tags, created_at, updated_at'
const getStudent = { name: 'get-student', text: `select ${returned} from student where account_id = $1 and id = $2` }
const createStudent = {
  name: 'create-student',
  text: 'select create_student($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as roster_limit',
}
const replaceStudent = {
  name: 'replace-student',
  text: `update student set
      name = $3, name_folded = $4, "group" = $5, note = $6, email = $7, phone = $8, external_id = $9, tags = $10,
      updated_at = $11
    where account_id = $1 and id = $2 returning ${returned}`,
}
const deleteStudent = { name: 'delete-student', text: 'delete from student where account_id = $1 and id = $2' }

// ---- Schemas

const nullable = (rule: object) => ({ type: ['string', 'null'], storable: true, default: null, ...rule })

const fields = {
  name: { type: 'string', minLength: 1, maxLength: 200, storable: true },
  group: nullable({ maxLength: 200 }),
  note: nullable({ maxLength: 2000 }),
  email: nullable({ format: 'email' }),
  phone: nullable({ maxLength: 50 }),
  external_id: nullable({ maxLength: 200 }),
  tags: { type: 'array', items: { type: 'string', maxLength: 50, storable: true }, maxItems: 50, default: [] },
}
const createBody = { type: 'object', properties: fields, required: ['name'], additionalProperties: false }
const replaceBody = { ...createBody, properties: { ...fields, id: {}, created_at: {}, updated_at: {} } }
const listQuery = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 1000, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    search: { type: 'string', maxLength: 200, storable: true, default: '' },
  },
}

const string = { type: 'string' }
const stringOrNull = { type: ['string', 'null'] }
const studentReply = {
  type: 'object',
  properties: {
    data: {
      type: 'object',
      properties: {
        id: string,
        name: string,
        group: stringOrNull,
        note: stringOrNull,
        email: stringOrNull,
        phone: stringOrNull,
        external_id: stringOrNull,
        tags: { type: 'array', items: string },
        created_at: string,
        updated_at: string,
      },
    },
  },
}
const createdReply = {
  type: 'object',
  properties: { data: { type: 'object', properties: { created: { type: 'boolean' }, id: string } } },
}

type StudentBody = {
  name: string
  group: string | null
  note: string | null
  email: string | null
  phone: string | null
  external_id: string | null
  tags: string[]
}

const makeAjv = (coerceTypes: boolean) => {
  const ajv = new Ajv({ allErrors: true, useDefaults: true, allowUnionTypes: true, coerceTypes })
  addFormats.default(ajv)
  // What PostgreSQL can't keep: NUL, and halves of a surrogate pair.
  ajv.addKeyword({
    keyword: 'storable',
    type: 'string',
    validate: (_: boolean, value: string) => value.isWellFormed() && !value.includes('\0'),
    error: { message: 'must not contain NUL or a lone surrogate' },
  })
  return ajv
}
const bodyAjv = makeAjv(false)
const queryAjv = makeAjv(true)

// ---- Refusals

type Detail = { in: string; path: string; message: string }
type RefusalBody = { error: string; code?: string; details?: Detail[]; limit?: number }

const refuse = (reply: FastifyReply, status: number, body: RefusalBody) => reply.code(status).send(body)
const refuseUnknown = (reply: FastifyReply) => refuse(reply, 404, { error: 'Not found', code: 'NOT_FOUND' })

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

const detailsOf = (error: FastifyError): Detail[] =>
  (error.validation ?? []).map(({ instancePath, params, message = '' }) => {
    const member = params.additionalProperty ?? params.missingProperty
    const path = typeof member === 'string' ? `${instancePath}/${escapePointer(member)}` : instancePath
    return { in: error.validationContext === 'querystring' ? 'query' : 'body', path, message }
  })

const refusals: Record<string, [status: number, body: RefusalBody]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, { error: 'The body is too large', code: 'PAYLOAD_TOO_LARGE' }],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, { error: 'The body must be JSON', code: 'UNSUPPORTED_MEDIA_TYPE' }],
  FST_ERR_BAD_URL: [404, { error: 'Not found', code: 'NOT_FOUND' }],
  MALFORMED_JSON: [400, { error: 'Malformed JSON', code: 'MALFORMED_JSON' }],
}

const answerError = (error: FastifyError, _: FastifyRequest, reply: FastifyReply) => {
  if (error.validation) return refuse(reply, 400, { error: 'Invalid input', details: detailsOf(error) })
  const known = refusals[error.code]
  if (known) return refuse(reply, ...known)
  console.error(error)
  return refuse(reply, 500, { error: 'Internal error', code: 'INTERNAL' })
}

// ---- Authentication

const keys = new Map<string, { accountId: string; scopes: string[]; expiresAt: number }>()
const found = await pool.query<{ account_id: string; sha256: string; scopes: string[]; expires_at: string | null }>(
  'select account_id, sha256, scopes, expires_at from api_key',
)
for (const { account_id, sha256, scopes, expires_at } of found.rows)
  keys.set(sha256, { accountId: account_id, scopes, expiresAt: expires_at ? Date.parse(expires_at) : Infinity })

const needs = (scope: string) => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
  const { authorization = '' } = request.headers
  const token = authorization.startsWith('Bearer lk_') ? authorization.slice('Bearer '.length) : ''
  const key = keys.get(hash('sha256', token, 'base64'))
  if (!key || key.expiresAt <= Date.now()) {
    reply.header('WWW-Authenticate', 'Bearer')
    refuse(reply, 401, { error: 'Unauthenticated', code: 'UNAUTHENTICATED' })
    return
  }
  if (!key.scopes.includes(scope)) {
    const details = [{ in: 'header', path: '/authorization', message: `needs the scope ${scope}` }]
    refuse(reply, 403, { error: 'Insufficient scope', code: 'INSUFFICIENT_SCOPE', details })
    return
  }
  request.accountId = key.accountId
  done()
}

// ---- Application

const app = fastify({
  bodyLimit: 1024 * 1024,
  genReqId: () => randomUUID(),
  frameworkErrors: (error, request, reply) => {
    reply.header('X-Request-Id', request.id)
    answerError(error, request, reply)
  },
})
app.decorateRequest('accountId', '')
app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'querystring' ? queryAjv : bodyAjv).compile(schema))
app.setErrorHandler(answerError)
app.setNotFoundHandler((_, reply) => refuseUnknown(reply))
app.addHook('onRequest', (request, reply, done) => {
  reply.header('X-Request-Id', request.id)
  done()
})
app.removeAllContentTypeParsers()
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => {
  try {
    done(null, JSON.parse(text.toString()))
  } catch {
    done(Object.assign(new Error('Malformed JSON'), { code: 'MALFORMED_JSON' }))
  }
})

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const isUuid = (text: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)

const toColumns = ({ name, group, note, email, phone, external_id, tags }: StudentBody) =>
  [name, fold(name), group, note, email, phone, external_id, tags] as const

/** The student with an ETag of the bytes sent; 304 when the caller has them. */
const sendStudent = (request: FastifyRequest, reply: FastifyReply, student: object | undefined) => {
  if (!student) return refuseUnknown(reply)
  const json = reply.serialize({ data: student })
  const etag = `"${hash('sha1', json.toString(), 'base64')}"`
  reply.header('ETag', etag)
  const known = request.headers['if-none-match']
  if (known !== undefined && request.method !== 'PUT' && matches(known, etag)) return reply.code(304).send()
  return reply.header('Content-Type', 'application/json; charset=utf-8').send(json)
}
const matches = (known: string, etag: string) =>
  known === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

const students = '/api/v1/students'
const reading = needs('api:student:read')
const writing = needs('api:student:write')

app.get<{ Querystring: { page: number; limit: number; search: string } }>(
  students,
  { onRequest: reading, schema: { querystring: listQuery } },
  async (request, reply) => {
    const { page, limit, search } = request.query
    const values: unknown[] = [request.accountId, limit, (page - 1) * limit]
    const needle = fold(search)
    let statement = listStudents
    if (/[\p{L}\p{N}]{3}/u.test(needle)) {
      statement = searchByTrigram
      values.push(needle.replace(/[%_\\]/g, '\\$&'))
    } else if (needle) {
      statement = searchByScan
      values.push(needle)
    }
    const result = await pool.query({ ...statement, values })
    const { rows, total } = result.rows[0]
    reply.header('Content-Type', 'application/json; charset=utf-8')
    return reply.send(`{"data":${rows},"page":${page},"limit":${limit},"total":${total}}`)
  },
)

app.post<{ Body: StudentBody }>(
  students,
  { onRequest: writing, schema: { body: createBody, response: { 201: createdReply } } },
  async (request, reply) => {
    const id = v7()
    const values = [id, request.accountId, ...toColumns(request.body), new Date().toISOString()]
    const limit: number | null = (await pool.query({ ...createStudent, values })).rows[0].roster_limit
    if (limit !== null) return refuse(reply, 403, { error: 'The roster is full', code: 'ROSTER_LIMIT_REACHED', limit })
    return reply.code(201).send({ data: { created: true, id } })
  },
)

app.get<{ Params: { id: string } }>(
  `${students}/:id`,
  { onRequest: reading, schema: { response: { 200: studentReply } } },
  async (request, reply) => {
    if (!isUuid(request.params.id)) return refuseUnknown(reply)
    const { rows } = await pool.query({ ...getStudent, values: [request.accountId, request.params.id] })
    return sendStudent(request, reply, rows[0])
  },
)

app.put<{ Params: { id: string }; Body: StudentBody }>(
  `${students}/:id`,
  { onRequest: writing, schema: { body: replaceBody, response: { 200: studentReply } } },
  async (request, reply) => {
    const { id } = request.params
    if (!isUuid(id)) return refuseUnknown(reply)
    const values = [request.accountId, id, ...toColumns(request.body), new Date().toISOString()]
    const { rows } = await pool.query({ ...replaceStudent, values })
    return sendStudent(request, reply, rows[0])
  },
)

app.delete<{ Params: { id: string } }>(`${students}/:id`, { onRequest: writing }, async (request, reply) => {
  if (!isUuid(request.params.id)) return refuseUnknown(reply)
  const { rowCount } = await pool.query({ ...deleteStudent, values: [request.accountId, request.params.id] })
  return rowCount === 0 ? refuseUnknown(reply) : reply.send({ data: { deleted: true } })
})

const allowOnly = (url: string, allowed: string[]) =>
  app.route({
    url,
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => !allowed.includes(method)),
    onRequest: (_, reply) => {
      reply.header('Allow', allowed.join(', '))
      refuse(reply, 405, { error: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' })
    },
    handler: () => undefined,
  })
allowOnly(students, ['GET', 'HEAD', 'POST'])
allowOnly(`${students}/:id`, ['GET', 'HEAD', 'PUT', 'DELETE'])

app.get('/healthz', () => ({ status: 'ok' }))

process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
