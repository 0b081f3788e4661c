/** Exchanges over connections on which every byte is ours: HTTP/1.1, plain or over TLS. */
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { RawResponse, NoResponse } from './exchange.ts'
import { type Address, trustOf } from './address.ts'
import { isInterim } from './fields.ts'
import { LocalFailure } from './local-failure.ts'
import { afterOwnTime } from './own-time.ts'
import { RawConnection } from './raw-connection.ts'

/** A service that takes longer has not answered. A service that pauses for some seconds does nothing wrong. */
export const patienceMs = 10_000
/** How long to wait for a response that is not owed. */
export const unowedPatienceMs = 1000
/** How long to wait for an end of the connection that was announced or asked for. */
export const endPatienceMs = 5000

/** What came for one request. */
export type Outcome = RawResponse | NoResponse

/**
 * Connects to an address such as `http://127.0.0.1:8080` or `https://plants.example/api`. Resolves to undefined when
 * nothing listens there, or not in time; `onFault` is told why. Rejects with a `LocalFailure` where this machine is at fault.
 */
export async function openConnection(
  to: string | Address,
  onFault?: (fault: NodeJS.ErrnoException) => void,
): Promise<RawConnection | undefined> {
  const address: Address = typeof to === 'string' ? { url: to } : to
  const { url, patienceMs: ownMs = patienceMs } = address
  const { protocol, hostname, port, pathname } = new URL(url)
  const isSecure = protocol === 'https:'
  const host = hostname.replaceAll(/[[\]]/g, '')
  const place = { host, port: port === '' ? (isSecure ? 443 : 80) : Number(port), noDelay: true }
  const plain = connectPlain({ ...place, allowHalfOpen: !isSecure })
  const socket = isSecure
    ? // An IP address is not a server name (RFC 6066, 3): the certificate is compared with the host.
      connectSecure({
        socket: plain,
        host,
        ...trustOf(address),
        ...(isIP(host) === 0 && { servername: host }),
      })
    : plain
  // Those of the connection below TLS are also those of the connection.
  if (isSecure) plain.on('error', (error) => socket.destroy(error))
  if (!(await isOpen(socket, isSecure ? 'secureConnect' : 'connect', ownMs, onFault))) {
    socket.destroy()
    plain.destroy()
    return undefined
  }
  return new RawConnection(socket, ownMs, { carrier: plain, prefix: pathname.replace(/\/$/, '') })
}

/** Faults of this machine, not of the service: no more open files, no more ports, no more memory. */
const ours = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM'])

function isOpen(
  socket: Socket,
  event: string,
  withinMs: number,
  onFault?: (fault: NodeJS.ErrnoException) => void,
): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const callOff = afterOwnTime(withinMs, () => resolve(false))
  socket.once(event, () => resolve(true))
  socket.once('error', (fault: NodeJS.ErrnoException) => {
    const { code = '' } = fault
    onFault?.(fault)
    if (ours.has(code)) reject(new LocalFailure(`No connection could be opened from here: ${code}.`))
    else resolve(false)
  })
  return promise.finally(callOff)
}

/**
 * The final response to the request that was sent last, or what came instead. Where no other response is on its way, bytes
 * after it break its framing. Never rejects.
 */
export async function receiveOne(
  connection: RawConnection,
  { isLast = true, timeoutMs = connection.patienceMs }: { isLast?: boolean; timeoutMs?: number } = {},
): Promise<Outcome> {
  const responses = await connection.receive(1, timeoutMs)
  const final = responses.findLast((response) => !isInterim(response))
  const interim = responses.filter((response) => isInterim(response)).map(({ status }) => status)
  const excess =
    isLast && connection.surplus.length > 0 ? [`${connection.surplus.length} bytes follow it`] : []
  const outcome = final ? { ...final, faults: [...final.faults, ...excess] } : toNoResponse(connection)
  return interim.length === 0 ? outcome : { ...outcome, interim }
}

/** No whole response came: the part that did is included. */
function toNoResponse({ state, surplus }: RawConnection): NoResponse {
  const partial = surplus.toString('latin1', 0, 2000)
  return { noResponse: state === 'open' ? 'timeout' : state, ...(partial !== '' && { partial }) }
}
