/** What Node's HTTP parser and its timeouts say of a connection that they give up. */
import type { ErrorCause } from '@plant-store/contracts'
import { maxTargetLength } from './validate-request.ts'

/** The error of a server's `clientError`. */
export interface ParserError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

/** The catalogue's name for it; undefined when the client is gone, or was told already that we close. */
export function causeOfParserError({ code, rawPacket }: ParserError): ErrorCause | undefined {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'requestTimeout'
    case 'HPE_HEADER_OVERFLOW':
      return isLongTarget(rawPacket?.toString('latin1') ?? '') ? 'targetTooLong' : 'headersTooLarge'
    // Something behind a request that said `Connection: close`: nobody waits for an answer to it.
    case 'HPE_CLOSED_CONNECTION':
    case undefined:
      return undefined
    default:
      return code.startsWith('HPE_') ? 'malformedRequest' : undefined
  }
}

/** Whether this begins a request whose line alone is too long; in a later piece of one, it can't be told. */
function isLongTarget(packet: string): boolean {
  const end = packet.indexOf('\r\n')
  return /^[A-Z]+ [/*h]/.test(packet) && (end === -1 || end > maxTargetLength)
}
