const url = process.env.LECTERN_URL ?? 'http://127.0.0.1:3000'
const key = process.env.LECTERN_KEY ?? ''

/** One request to Lectern: the answer's JSON, or an error that says what was refused and where. */
export const call = async <T = unknown>(
  method: string,
  path: string,
  { body, headers = {} }: { readonly body?: unknown; readonly headers?: Record<string, string> } = {},
): Promise<T> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  // The caller knows the operation and so the shape of its answer; the server's own schema is what holds it.
  return answer as T
}
