/** How a response begins and ends on its connection, and what its absence is called. */
import { closesConnection, fieldValue } from '@plant-store/raw-http'
import type { NoResponse, RawResponse, SentRequest } from '../exchange.ts'

/** What is wrong with the framing of a response to this request; `isHead`: the request is a HEAD. */
export const framingFaults = (
  response: RawResponse,
  request: SentRequest,
  isHead: boolean,
): readonly string[] =>
  isRefusedUnread(response, isHead) ? [] : [...response.faults, ...versionFaults(response, request)]

/**
 * A service that refuses a request before reading it, and closes the connection, may not know that the method is HEAD:
 * bytes after the head of that response do no harm.
 */
const isRefusedUnread = (response: RawResponse, isHead: boolean): boolean =>
  isHead &&
  unread.has(response.status) &&
  response.faults.every((fault) => fault.endsWith('bytes follow it')) &&
  closesConnection(response)

const unread = new Set([400, 408, 413, 414, 417, 431])

/** An HTTP/1.0 client knows neither chunks (RFC 9112, 6.1) nor interim responses (RFC 9110, 15.2). */
function versionFaults(response: RawResponse, request: SentRequest): readonly string[] {
  const isChunked = fieldValue(response, 'Transfer-Encoding') !== undefined
  const isOld = request.bytes !== undefined && /^[^\r\n]* HTTP\/1\.0\r\n/.test(request.bytes)
  const faults = [
    ...(isChunked ? ['it is chunked'] : []),
    ...(response.interim ?? []).map((status) => `${status} comes before it`),
  ]
  return isOld ? faults.map((fault) => `${fault}, in response to HTTP/1.0`) : []
}

export const inWords: Readonly<Record<NoResponse['noResponse'], string>> = {
  timeout: 'no whole response in time',
  closed: 'the connection was closed without a whole response',
  reset: 'the connection was broken without a whole response',
  unreachable: 'no connection could be made any more',
}
