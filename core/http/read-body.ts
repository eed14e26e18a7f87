import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import * as Effect from 'effect/Effect'
import type { Detail, Failure } from '#definitions'
import { type Invalid, invalid, refuse } from '../refusal.ts'
import { isDeep, maxDepth } from '../validate/is-deep.ts'
import { textFaults } from '../validate/text-faults.ts'

/** 1 MiB. */
export const maxBytes = 1_048_576

const empty = Buffer.alloc(0)

/**
 * The raw bytes of a body, counted while they come: more than 1 MiB is PAYLOAD_TOO_LARGE, and another media type than
 * those given UNSUPPORTED_MEDIA_TYPE, though not where there is no body at all. `undefined` takes any.
 */
export const readBody = (
  request: IncomingMessage,
  mediaTypes: ReadonlySet<string> | undefined,
): Effect.Effect<Buffer, Failure<string>> => {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length > maxBytes) return refuse('PAYLOAD_TOO_LARGE')
  const none = length === 0 || (Number.isNaN(length) && request.headers['transfer-encoding'] === undefined)
  if (none && request.headers['content-type'] === undefined) return Effect.succeed(empty)
  const readable = isReadable(request, mediaTypes)
  return Effect.flatMap(collect(request), (bytes) =>
    readable || (bytes.length === 0 && request.headers['content-type'] === undefined)
      ? Effect.succeed(bytes)
      : refuse('UNSUPPORTED_MEDIA_TYPE'),
  )
}

const isReadable = ({ headers }: IncomingMessage, mediaTypes: ReadonlySet<string> | undefined): boolean => {
  if (mediaTypes === undefined) return true
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return false
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='))
  return mediaTypes.has(type.trim()) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
}

const collect = (request: IncomingMessage): Effect.Effect<Buffer, Failure<string>> =>
  Effect.callback((resume) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else if (size - chunk.length <= maxBytes) resume(refuse('PAYLOAD_TOO_LARGE'))
    })
    request.on('end', () => {
      if (size <= maxBytes) resume(Effect.succeed(Buffer.concat(chunks)))
    })
    // The client went away: nobody is left to be answered.
    request.on('error', () => resume(refuse('MALFORMED_JSON')))
    request.on('aborted', () => resume(refuse('MALFORMED_JSON')))
  })

/** A parsed body, and every text in it that can't be stored. */
export interface Parsed {
  readonly value: unknown
  readonly details: readonly Detail[]
}

/** The bytes as JSON. */
export const parseBody = (bytes: Buffer): Effect.Effect<Parsed, Failure<string> | Invalid> =>
  Effect.suspend((): Effect.Effect<Parsed, Failure<string> | Invalid> => {
    if (!isUtf8(bytes)) return refuse('MALFORMED_JSON', { message: 'The body is not valid UTF-8.' })
    const text = bytes.toString('utf8')
    const parsed = parse(text)
    if (parsed === undefined) return refuse('MALFORMED_JSON')
    // Each level takes two characters at least.
    if (text.length > 2 * maxDepth && isDeep(parsed.value)) return tooDeep
    // Valid UTF-8 can bring neither a NUL in a JSON string nor half a surrogate pair, but by an escape.
    return Effect.succeed({ ...parsed, details: text.includes('\\u') ? textFaults(parsed.value, 'body') : [] })
  })

const tooDeep = invalid([{ in: 'body', path: '', message: `must not be nested deeper than ${maxDepth} levels` }])

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
