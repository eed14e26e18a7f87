/** The `code` of a system or PostgreSQL error: 'ENOENT', '28P01'. */
export const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
