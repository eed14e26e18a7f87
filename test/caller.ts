/** A small HTTP client for tests: what is asked goes out as it is, for the strange requests too that `fetch` would mend. */
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { Detail, Json } from '#definitions'

/** The members that answers of ours have. What a test says of `data` is believed, and asserted by the test. */
export interface Body<T> {
  readonly data: T
  readonly page?: number
  readonly limit?: number
  readonly total?: number
  readonly next_cursor?: string | null
  readonly error?: string
  readonly code?: string
  readonly details?: readonly Detail[]
  readonly upgrade_url?: string
}

export interface Answered<T> {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body as JSON; throws when it is none. */
  readonly json: Body<T>
}

export interface CallOptions {
  /** An API key or a token. */
  readonly key?: string | undefined
  /** Sent as JSON. */
  readonly body?: Json | undefined
  /** Sent as it is, as `application/json` unless the headers say otherwise. */
  readonly raw?: string | Buffer | undefined
  /** In pieces, without a Content-Length. */
  readonly chunked?: boolean | undefined
  /** undefined takes a header away; a list sends it more than once. */
  readonly headers?: { readonly [name: string]: string | readonly string[] | undefined } | undefined
}

type Members = { readonly [name: string]: Json }

export type Call = <T = Members>(method: string, path: string, options?: CallOptions) => Promise<Answered<T>>

export const makeCaller = (url: string): { readonly call: Call; close(): Promise<void> } => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { hostname, port } = new URL(url)
  const call: Call = <T>(method: string, path: string, options: CallOptions = {}) =>
    new Promise<Answered<T>>((resolve, reject) => {
      const bytes = toBytes(options)
      const sent = request({ agent, hostname, port, method, path, headers: toHeaders(options, bytes) }, (message) => {
        const chunks: Buffer[] = []
        message.on('data', (chunk: Buffer) => chunks.push(chunk))
        message.on('error', reject)
        message.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const { statusCode: status = 0, headers } = message
          resolve({
            status,
            headers,
            text,
            get json(): Body<T> {
              return JSON.parse(text)
            },
          })
        })
      })
      sent.on('error', reject)
      if (bytes !== undefined && options.chunked) {
        for (let at = 0; at < bytes.length; at += pieceBytes) sent.write(bytes.subarray(at, at + pieceBytes))
        sent.end()
      } else sent.end(bytes)
    })
  return {
    call,
    close: async () => agent.destroy(),
  }
}

const pieceBytes = 65_536

const toBytes = ({ body, raw }: CallOptions): Buffer | undefined => {
  if (raw !== undefined) return Buffer.from(raw)
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body))
}

const toHeaders = ({ key, chunked, headers = {} }: CallOptions, bytes: Buffer | undefined): OutgoingHttpHeaders => {
  const length = chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(bytes?.length) }
  const all: { readonly [name: string]: string | readonly string[] | undefined } = {
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(bytes === undefined ? {} : { 'Content-Type': 'application/json', ...length }),
    ...headers,
  }
  const sent: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) sent[name] = typeof value === 'string' ? value : [...value]
  }
  return sent
}

/** What ids and times look like, for `t.match`. */
export const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
export const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** An id that no record has. */
export const unknownId = '01900000-0000-7000-8000-000000000000'
