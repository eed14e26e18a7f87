import { hash } from 'node:crypto'

/** The strong validator of these very bytes. Source: RFC 9110, 8.8.3. */
export const toEtag = (body: string): string => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`

/** `*` stands alone; within anything else it is a character. */
const listed = (header: string): readonly string[] =>
  header.trim() === '*' ? ['*'] : (header.match(/(?:W\/)?"[^"]*"/g) ?? [])

/** Whether `If-Match` allows the change: strongly equal, or `*` for any record that exists. */
export const isMatch = (header: string, etag: string): boolean =>
  listed(header).some((each) => each === '*' || each === etag)

/** Whether `If-None-Match` says that the client has these bytes; weak comparison. */
export const isHeld = (header: string, etag: string): boolean =>
  listed(header).some((each) => each === '*' || each.replace(/^W\//, '') === etag)
