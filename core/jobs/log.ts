/** Where a worker writes what happens: a level, what can be searched for, and a sentence. */
export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  fields: { readonly [name: string]: unknown },
  message: string,
) => void
