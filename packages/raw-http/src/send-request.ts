/** Sends requests over a connection: whole, in pieces, or with content that is held back. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Address } from './address.ts'
import type { RawResponse, SentRequest } from './exchange.ts'
import { endPatienceMs, openConnection } from './connection.ts'
import type { RawConnection } from './raw-connection.ts'
import { holdsContentBack, prefixed, toHead, toText } from './request.ts'
import type { Secrets } from './secrets.ts'
import type { Abandon, Send } from './session.ts'

/**
 * Resolves when everything is on its way; where content is held back, when it was asked for or a response came. Without
 * a connection, nothing is sent. Rejects with a `RangeError` for a character that is not a byte.
 */
export async function sendRequest(
  connection: RawConnection | undefined,
  { ask: { request }, cut = [], pauseMs, withNext }: Send,
  secrets: Secrets,
): Promise<void> {
  if (connection === undefined) return
  if (holdsContentBack(request)) {
    await sendWhenAsked(connection, request, secrets)
    return
  }
  const text = prefixed(toText(secrets.revealIn(request)), connection.prefix)
  const ends = [...cut.filter((at) => at > 0 && at < text.length), text.length]
  for (const [index, end] of ends.entries()) {
    if (withNext === true) connection.socket.cork()
    const sent = connection.send(text.slice(ends[index - 1] ?? 0, end), index === 0 ? [request.method] : [])
    if (withNext !== true) connection.socket.uncork()
    await sent
    // Otherwise the service would read two pieces as one.
    if (end < text.length) await (pauseMs === undefined ? setImmediate() : setTimeout(pauseMs))
  }
}

async function sendWhenAsked(
  connection: RawConnection,
  request: SentRequest,
  secrets: Secrets,
): Promise<void> {
  void connection.send(prefixed(secrets.reveal(toHead(request)), connection.prefix), [request.method])
  const first = await connection.peek()
  if (first?.status === 100) await connection.send(secrets.reveal(request.body ?? ''), [])
}

/**
 * Sends the beginning of a request over a connection of its own, and leaves. Resolves to the connections still open,
 * which the caller must dispose of. Rejects as `openConnection` does.
 */
export async function abandonRequest(
  to: string | Address,
  { abandon, bytes, by, afterMs }: Abandon,
  secrets: Secrets,
): Promise<readonly RawConnection[]> {
  const connection = await openConnection(to)
  if (connection === undefined) return []
  await connection.send(prefixed(secrets.reveal(toText(abandon)), connection.prefix).slice(0, bytes), [
    abandon.method,
  ])
  if (afterMs !== undefined) await setTimeout(afterMs)
  if (by === 'half-close') connection.socket.end()
  if (by === 'half-close' || by === 'stay') return [connection]
  if (by === 'reset') connection.reset()
  else connection[Symbol.dispose]()
  return []
}

/** Waits for the end of the connection, which the request asked for: everything before it belongs to the response. */
export async function seeEnd(
  connection: RawConnection,
  response: RawResponse,
  timeoutMs = endPatienceMs,
): Promise<RawResponse> {
  const state = await connection.ended(timeoutMs)
  const surplus = connection.surplus.length
  const excess = surplus > 0 && response.faults.length === 0 ? [`${surplus} bytes follow it`] : []
  const deafness = state === 'open' ? ['the connection stays open although its end was asked for'] : []
  return { ...response, faults: [...response.faults, ...excess, ...deafness] }
}
