/** Servers on free ports of this machine, each of which breaks its connections when it is disposed of. */
import { once } from 'node:events'
import { createServer, type Server, type ServerOpts, type Socket } from 'node:net'

/** A server that listens. Dispose of it: that breaks its connections. */
export interface Served extends AsyncDisposable {
  /** Without a slash at the end; with `http:`, whatever the server speaks. */
  readonly url: string
  readonly port: number
}

/** Resolves when the server, of this or any other protocol above TCP, listens at a free port of this host. */
export async function serveOn(server: Server, host = '127.0.0.1'): Promise<Served> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** A server that hands each connection to the listener; one that fails is broken. */
export const serveSockets = (listener: (socket: Socket) => void, options: ServerOpts = {}): Promise<Served> =>
  serveOn(
    createServer(options, (socket) => {
      socket.on('error', () => socket.destroy())
      listener(socket)
    }),
  )
