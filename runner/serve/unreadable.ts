import { toRequestId } from '#core/http/request-id.ts'

const answers: {
  readonly [code: string]: { readonly status: string; readonly error: string; readonly code?: string }
} = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', error: 'The headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', error: 'The request took too long to arrive.' },
  HPE_INVALID_METHOD: {
    status: '405 Method Not Allowed',
    error: 'No path here takes that method.',
    code: 'METHOD_NOT_ALLOWED',
  },
}

const usual = { status: '400 Bad Request', error: 'This is not a request that HTTP allows.' }

/** The answer to what is no HTTP request: there is nothing to route, but a sentence all the same. */
export const toUnreadable = (code: string): string => {
  const { status, ...said } = answers[code] ?? usual
  const body = JSON.stringify(said)
  return [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    ...(code === 'HPE_INVALID_METHOD' ? ['Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'] : []),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${toRequestId(undefined)}`,
    '',
    body,
  ].join('\r\n')
}
