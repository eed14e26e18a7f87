import { randomUUID } from 'node:crypto'

/** A client's own id where it is plain, so that its log and ours speak of one request; a new one otherwise. */
export const toRequestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID()
