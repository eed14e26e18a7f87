import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { LoadRequest } from './load-request.ts'

export type Answer = { status: number; body: string }

const timeoutMs = 15_000
const headerEnd = '\r\n\r\n'

/**
 * One kept connection that sends one request at a time and reads the answer. Made for loading, where a full client
 * would take more processor time than what it measures: it wants a Content-Length in every answer that has a body.
 */
export class Connection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: { keep: boolean; resolve(answer: Answer): void; reject(error: Error): void } | undefined

  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new Connection(socket)
  }

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`No answer within ${timeoutMs} ms.`)))
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('The server closed the connection.')))
  }

  send(request: LoadRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { keep: request.keepAnswer === true, resolve, reject }
      this.#socket.write(toText(request))
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const head = this.#received.indexOf(headerEnd)
    if (head < 0) return
    const headers = this.#received.toString('latin1', 0, head)
    const status = Number(headers.slice(9, 12))
    const bodyStart = head + headerEnd.length
    const length = /\r\ncontent-length: *(\d+)/i.exec(headers)?.[1]
    if (length === undefined && status !== 204 && status !== 304) {
      this.#fail(new Error(`An answer without Content-Length:\n${headers}`))
      return
    }
    const end = bodyStart + Number(length ?? 0)
    if (this.#received.length < end) return
    const waiting = this.#waiting
    this.#waiting = undefined
    const body = waiting?.keep || status >= 400 ? this.#received.toString('utf8', bodyStart, end) : ''
    this.#received = this.#received.subarray(end)
    waiting?.resolve({ status, body })
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error)
    this.#waiting = undefined
    this.#socket.destroy()
  }
}

const toText = ({ method, path, key, body }: LoadRequest): string => {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`
  if (body === undefined) return `${head}\r\n`
  const json = JSON.stringify(body)
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
}
