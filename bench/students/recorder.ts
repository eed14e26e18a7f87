import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { App, Keys } from './app.ts'

/** One request of the conversation. Without `key` the account `tested` asks. */
export type Question = {
  name: string
  method?: string
  path: string
  /** The name of a key, or a key. */
  key?: string
  /** Text as it is, or what is sent as JSON. */
  body?: string | object
  headers?: Record<string, string>
  /** The status that is right; without it the answer is not recorded. */
  status?: number
}

export type Answer = { status: number; text: string; json: unknown; etag: string | null }

/** What an app did, with what differs from run to run (ids, times, sentences) taken out: equal for equal apps. */
export type Recorded = { name: string; expected: unknown; answer: unknown }

/** Asks an app questions and keeps what can be compared. */
export const recorder = (app: App) => {
  const records: Recorded[] = []

  const ask = async (question: Question): Promise<Answer> => {
    const { status, headers, text } = await exchange(app, question)
    const json: unknown = text === '' ? undefined : JSON.parse(text)
    if (question.status !== undefined)
      records.push({
        name: question.name,
        expected: question.status,
        answer: { status, headers: comparableHeaders(headers), body: comparable(json) },
      })
    return { status, text, json, etag: headers.etag ?? null }
  }
  const note = (name: string, fact: unknown) => void records.push({ name, expected: undefined, answer: fact })
  return { records, ask, note }
}

// Not fetch, which says `Cache-Control: no-cache` beside If-None-Match and so asks for a full answer.
const exchange = async ({ server, keys }: App, question: Question) => {
  const { method = 'GET', path, key = 'tested', body } = question
  const token = isKeyName(keys, key) ? keys[key] : key
  const headers = {
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...question.headers,
  }
  const sent = request({ host: '127.0.0.1', port: server.port, method, path, headers, timeout: 15_000 })
  sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer.`)))
  sent.end(typeof body === 'object' ? JSON.stringify(body) : body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, text: await readText(response) }
}

const isKeyName = (keys: Keys, name: string): name is keyof Keys => Object.hasOwn(keys, name)

const comparableHeaders = (headers: IncomingHttpHeaders) => ({
  type: headers['content-type']?.toLowerCase().replaceAll(' ', '') ?? null,
  'www-authenticate': headers['www-authenticate'] ?? null,
  has: ['x-request-id', 'etag', 'allow'].filter((name) => name in headers),
})

/** The body in which ids, times and sentences stand as words, members are in order, and the order of faults is fixed. */
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, inner]) => [name, name === 'details' ? comparableDetails(inner) : comparableMember(name, inner)]),
    )
  if (typeof value !== 'string') return value
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)) return '‹id›'
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) ? '‹time›' : value
}

const comparableMember = (name: string, value: unknown) => {
  const isSentence =
    typeof value === 'string' && (name === 'message' || (name === 'error' && value !== 'Invalid input'))
  return isSentence ? '‹sentence›' : comparable(value)
}

/** One member may break two rules, and be named once or twice: which members are named is what must be equal. */
const comparableDetails = (details: unknown) =>
  Array.isArray(details)
    ? [...new Set(details.map((detail) => JSON.stringify(comparable(detail))))].toSorted()
    : details
