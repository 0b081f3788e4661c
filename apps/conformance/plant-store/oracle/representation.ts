/** In which form a list is sent, and its content whatever the spelling. */
import { decodeContent, fieldValue, membersOf, valuesOf } from '@plant-store/raw-http'
import type { RawResponse, SentRequest } from '../../src/exchange.ts'
import type { AskedFor } from './analysis.ts'
import { sortedJson } from '../../src/oracle/normalize-field.ts'

/**
 * The content as text, equal where it means the same. Beside a weak tag, which names what a list means and not its bytes
 * (RFC 9110, 8.8.1), the members of objects may come in any order.
 */
export function normalizeContent(response: RawResponse): string {
  const bytes = decodeContent(response)
  if (typeof bytes === 'string' || fieldValue(response, 'ETag')?.startsWith('W/') !== true) {
    return bytes.toString('latin1')
  }
  try {
    return sortedJson(JSON.parse(bytes.toString()))
  } catch {
    return bytes.toString('latin1')
  }
}

/**
 * Which representation of the list the request chose, by the fields that Vary names, by Accept-Encoding, and by its
 * target where that is not the usual one: a tag may be made for each. Empty for the plain list.
 */
export function representationKey(request: SentRequest, response: RawResponse, { limit }: AskedFor): string {
  const named = membersOf(fieldValue(response, 'Vary') ?? '')
  // With a star, it may be any of them (RFC 9110, 12.5.5).
  const all = request.fields.map(([name]) => name.toLowerCase()).filter((name) => !ofNoForm.has(name))
  const varying = named.includes('*') ? named.concat(all) : named
  return [...new Set(['accept-encoding', ...varying])]
    .filter((name) => name !== 'authorization')
    .flatMap((name) => valuesOf(request, name).map((value) => `${name}: ${value}`))
    .filter((line) => line !== 'accept: */*')
    .concat(isUsualTarget(request.target, limit) ? [] : [`target: ${request.target}`])
    .toSorted()
    .join('\n')
}

/** Whether the target is a path, followed by nothing but the limit. */
const isUsualTarget = (target: string, limit: number | undefined): boolean =>
  target.startsWith('/') && target.replace(/^[^?]*/, '') === (limit === undefined ? '' : `?limit=${limit}`)

const ofNoForm = new Set(['host', 'connection', 'x-request-id', 'if-none-match', 'if-modified-since'])
