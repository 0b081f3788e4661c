/** A line to a service on which everything that it says arrives late: the service as it would be if it were slow. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Where the slow service is. Dispose of it: then all connections are broken. */
export interface SlowLine extends AsyncDisposable {
  readonly url: string
}

/** Resolves when it listens. `delayMs`: how much later an answer comes. */
export async function slowDown(url: string, delayMs: number): Promise<SlowLine> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    // Who leaves leaves both ends.
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const service = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    keep(client)
    keep(service)
    client.pipe(service)
    client.once('close', () => service.destroy())
    // Timers of equal length end in the order in which they began.
    service.on('data', (octets) => setTimeout(() => client.write(octets), delayMs))
    service.once('end', () => setTimeout(() => client.end(), delayMs))
    service.once('close', (isBroken) => setTimeout(() => isBroken && client.destroy(), delayMs))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
