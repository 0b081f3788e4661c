/** Listens on a port, or explains in one sentence why that failed. */
import type { Server } from 'node:http'

/** The service can't listen on a port; the message says why and what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Resolves to the address, such as `http://127.0.0.1:8080`, once connections are accepted. Rejects with a `ListenError`. */
export function listen(server: Server, host: string, port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const fail = (error: NodeJS.ErrnoException): void => {
    reject(new ListenError(explain(error, host, port), { cause: error }))
  }
  server.once('error', fail)
  server.listen({ host, port }, () => {
    server.off('error', fail)
    const address = server.address()
    const taken = typeof address === 'object' && address !== null ? address.port : port
    resolve(`http://${host.includes(':') ? `[${host}]` : host}:${taken}`)
  })
  return promise
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  const known: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} on ${host} is in use by another program; stop it, or choose another port`,
    EACCES: `port ${port} on ${host} may not be used by this user; choose a port above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
    ENOTFOUND: `${host} is not an address of this machine`,
  }
  return known[code ?? ''] ?? `cannot listen on ${host}, port ${port}: ${message}`
}
