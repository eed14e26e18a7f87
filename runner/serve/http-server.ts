import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type Koa from 'koa'
import { Refused } from '../refused.ts'
import { toUnreadable } from './unreadable.ts'

/** A listening server. */
export interface HttpServer {
  readonly port: number
  /** Stops accepting, lets what runs finish, and closes what is left when the time is over. */
  close(timeoutMs: number): Promise<void>
}

/** Listens; a port that is taken or not ours is refused in a sentence. */
export const listen = async (app: Koa, host: string, port: number): Promise<HttpServer> => {
  const answer = app.callback()
  // The last response of each connection; null while it has asked nothing. One entry lives as long as its connection: a Set
  // of responses would keep them alive (see core/storage/deadlines.ts).
  const connections = new Map<Socket, ServerResponse | null>()
  let isStopping = false
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (isStopping) response.setHeader('Connection', 'close')
    connections.set(request.socket, response)
    void answer(request, response)
  }
  // Without a Host header, or with an Expect that nobody knows, a request is answered like any other.
  const server = createServer({ requireHostHeader: false }, serve)
  server.on('checkExpectation', serve)
  server.on('connection', (socket) => {
    connections.set(socket, null)
    socket.once('close', () => connections.delete(socket))
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
      for (const [socket, response] of connections) {
        // What never asked anything is not counted as idle: nothing of it would be finished by waiting.
        if (response === null) socket.destroy()
        // What is busy now would stay open after its answer until its keep-alive ends.
        else if (!response.headersSent) response.setHeader('Connection', 'close')
      }
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
