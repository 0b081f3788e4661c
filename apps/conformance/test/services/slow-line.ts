/** A line to a service on which everything that it says arrives late: the service as it would be if it were slow. */
import { connect, type Socket } from 'node:net'
import { type Served, serveSockets } from '../serve.ts'

/** Resolves when it listens. `delayMs`: how much later an answer comes. */
export function slowDown(url: string, delayMs: number): Promise<Served> {
  const { hostname, port } = new URL(url)
  const toService = (client: Socket): void => {
    const service = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    // Who leaves leaves both ends.
    service.on('error', () => {})
    client.pipe(service)
    client.once('close', () => service.destroy())
    // Timers of equal length end in the order in which they began.
    service.on('data', (octets) => setTimeout(() => client.write(octets), delayMs))
    service.once('end', () => setTimeout(() => client.end(), delayMs))
    service.once('close', (isBroken) => setTimeout(() => isBroken && client.destroy(), delayMs))
  }
  return serveSockets(toService, { allowHalfOpen: true })
}
