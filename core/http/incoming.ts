import type { IncomingMessage } from 'node:http'

/** A request as it came. */
export interface Incoming {
  /** What stands in X-Request-Id. */
  readonly id: string
  readonly method: string
  /** Without the query string, as it was sent. */
  readonly path: string
  /** The query string without its question mark. */
  readonly query: string
  /** From the path, decoded. */
  readonly params: { readonly [name: string]: string }
  readonly message: IncomingMessage
  /** One header, its name in lower case. */
  header(name: string): string | undefined
  /** Adds a header to whatever will be answered. */
  setHeaders(headers: { readonly [name: string]: string }): void
}
