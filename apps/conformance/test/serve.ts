/** Servers for tests on free ports of this machine. Disposing of one breaks its connections. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import {
  createServer as createSocketServer,
  type Server as NetServer,
  type ServerOpts,
  type Socket,
} from 'node:net'

export interface Served extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string
}

export const serve = (listener: RequestListener): Promise<Served> => serveOn(createServer(listener))

export const serveOn = (server: Server): Promise<Served> => listen(server, () => server.closeAllConnections())

/** A server that hands each connection to the listener. */
export function serveSockets(listener: (socket: Socket) => void, options: ServerOpts = {}): Promise<Served> {
  const open = new Set<Socket>()
  const server = createSocketServer(options, (socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    listener(socket)
  })
  return listen(server, () => open.forEach((socket) => socket.destroy()))
}

async function listen(server: NetServer, cut: () => void): Promise<Served> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}

/** An address where nothing listens. */
export async function deadAddress(): Promise<string> {
  await using server = await serve(() => {})
  return server.url
}
