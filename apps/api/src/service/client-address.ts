/** Who sent a request: the other end of the connection, or whom a trusted proxy names. */
import proxyAddress from 'proxy-addr'
import type { ClientAddress } from './request-log.ts'

/** `trusted` are addresses and networks such as `10.0.0.0/8`. Throws a `TypeError` where one of them is neither. */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress
  const trust = proxyAddress.compile([...trusted])
  return (req) => proxyAddress(req, trust)
}
