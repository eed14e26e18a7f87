import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import { toRequestId } from '#core/http/request-id.ts'
import { Refused } from '../refused.ts'

/** A listening server. */
export interface HttpServer {
  readonly port: number
  /** Stops accepting, lets what runs finish, and closes what is left when the time is over. */
  close(timeoutMs: number): Promise<void>
}

/** Listens; a port that is taken or not ours is refused in a sentence. */
export const listen = async (app: Koa, host: string, port: number): Promise<HttpServer> => {
  const answer = app.callback()
  let isStopping = false
  const server = createServer((request, response) => {
    // Connections busy at the stop would stay open after their answer until their keep-alive ends.
    if (isStopping) response.setHeader('Connection', 'close')
    void answer(request, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(toUnreadable(error.code ?? ''))
    else socket.destroy()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toRefused(error, host, port)))
    server.listen(port, host, resolve)
  })
  return {
    port: toPort(server.address(), port),
    close: (timeoutMs) => {
      isStopping = true
      return close(server, timeoutMs)
    },
  }
}

const close = async (server: Server, timeoutMs: number): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs)
  server.closeIdleConnections()
  await closed
  clearInterval(idle)
  clearTimeout(deadline)
}

/** What came was no HTTP request: there is nothing to route, but an answer all the same. */
const toUnreadable = (code: string): string => {
  const [status, error] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers are too large.']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive.']
        : ['400 Bad Request', 'This is not a request that HTTP allows.']
  const body = JSON.stringify({ error })
  return [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${toRequestId(undefined)}`,
    '',
    body,
  ].join('\r\n')
}

const toPort = (address: AddressInfo | string | null, asked: number): number =>
  typeof address === 'object' && address !== null ? address.port : asked

const toRefused = (error: NodeJS.ErrnoException, host: string, port: number): Error => {
  const reasons: { readonly [code: string]: string } = {
    EADDRINUSE: `Port ${port} on ${host} is taken: stop what listens there, or set PORT to another one.`,
    EACCES: `Port ${port} on ${host} may not be used by this user: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}: set HOST to one of its own.`,
    ENOTFOUND: `The host name ${host} is not known: set HOST to an address of this machine.`,
  }
  const reason = reasons[error.code ?? '']
  return reason === undefined ? error : new Refused([reason])
}
