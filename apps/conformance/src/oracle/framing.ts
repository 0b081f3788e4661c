/** Whether a response came, and how it begins and ends on its connection. */
import { closesConnection, fieldValue, holdsContentBack } from '@plant-store/raw-http'
import { type NoResponse, noResponses, type RawResponse, type SentRequest } from '../exchange.ts'
import { quote } from '../quote.ts'
import type { Analysis, Examination } from './any-oracle.ts'

/** Returns whether the response is whole. */
export function checkFraming(
  response: RawResponse,
  request: SentRequest,
  { isHead }: Pick<Analysis, 'isHead'>,
  seen: Examination,
): boolean {
  seen.kept.add('answers-every-request')
  if (holdsContentBack(request)) seen.kept.add('held-content-100')
  const faults = [...response.faults, ...versionFaults(response, request)]
  const came = faults.length === 0 || isRefusedUnread(response, isHead) ? undefined : faults.join('; ')
  return seen.require('answers-are-well-framed', came, 'a response that ends where it says it does')
}

/** A service that waits for content which it has not asked for is silent for that reason. */
export function checkNoResponse(
  { noResponse, partial, interim = [] }: NoResponse,
  request: SentRequest,
  seen: Examination,
): void {
  const isHeldBack = holdsContentBack(request) && !interim.includes(100)
  const isDeadlock = noResponse === 'timeout' && partial === undefined && isHeldBack
  seen.require(
    isDeadlock ? 'held-content-100' : 'answers-every-request',
    noResponses[noResponse] + (partial === undefined ? '' : `, after ${quote(partial)}`),
    isDeadlock ? '100, or a response' : 'a response',
  )
}

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
function versionFaults(response: RawResponse, { bytes = '' }: SentRequest): readonly string[] {
  if (!/^[^\r\n]* HTTP\/1\.0\r\n/.test(bytes)) return []
  const chunked = fieldValue(response, 'Transfer-Encoding') === undefined ? [] : ['it is chunked']
  const interim = (response.interim ?? []).map((status) => `${status} comes before it`)
  return [...chunked, ...interim].map((fault) => `${fault}, in response to HTTP/1.0`)
}
