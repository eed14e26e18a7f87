import { createServer } from 'node:net'
import { join } from 'node:path'

// The address of a Unix socket holds 104 bytes on macOS, 108 on Linux, one of them the closing zero.
const longestSocketBytes = 103
const socketPort = 5432

/**
 * Where a server of the cluster in `dir` shall listen, as settings: a socket in the folder itself, which nobody else may enter,
 * so that no port is exposed. Windows and long paths get a port of this machine, the same one each time if it is free.
 */
export const chooseEndpoint = async (dir: string): Promise<Record<string, string>> => {
  const fits = Buffer.byteLength(join(dir, `.s.PGSQL.${socketPort}`)) <= longestSocketBytes
  return fits && process.platform !== 'win32'
    ? { listen_addresses: '', unix_socket_directories: `"${dir.replaceAll('"', '""')}"`, port: String(socketPort) }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(await findPort(dir)) }
}

// Below the ports that systems hand out to outgoing connections.
const [firstPort, ports] = [20_000, 12_000]

/** Derived from the folder, so that the pool of another process finds a restarted server where it was. */
const findPort = async (dir: string): Promise<number> => {
  let hash = 0
  for (const byte of Buffer.from(dir)) hash = (hash * 31 + byte) % ports
  for (let tries = 0; tries < ports; tries++) {
    const port = firstPort + ((hash + tries) % ports)
    if (await isFree(port)) return port
  }
  return 0
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const server = createServer()
    server.once('error', () => answer(false))
    server.listen(port, '127.0.0.1', () => server.close(() => answer(true)))
  })
