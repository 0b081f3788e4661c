/** A proxy that delays everything a service sends, as if the service were slow. */
import { connect, type Socket } from 'node:net'
import { type Served, serveSockets } from '@plant-store/raw-http'

/** Resolves when the proxy listens. `delayMs`: how much later a response comes. */
export function slowDown(url: string, delayMs: number): Promise<Served> {
  const { hostname, port } = new URL(url)
  const toService = (client: Socket): void => {
    const service = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    // A client that leaves ends both connections.
    service.on('error', () => {})
    client.pipe(service)
    client.once('close', () => service.destroy())
    // Timers of equal length fire in the order in which they were started.
    service.on('data', (bytes) => setTimeout(() => client.write(bytes), delayMs))
    service.once('end', () => setTimeout(() => client.end(), delayMs))
    service.once('close', (isBroken) => setTimeout(() => isBroken && client.destroy(), delayMs))
  }
  return serveSockets(toService, { allowHalfOpen: true })
}
