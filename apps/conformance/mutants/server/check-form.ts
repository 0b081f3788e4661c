/** The form of a request: what RFC 9112 has refused although Node's parser lets it through, and what is too long. */
import type { IncomingMessage } from 'node:http'
import { type Ask, Refusal } from './ask.ts'

/** What may come: octets of a target, octets of all header lines, and their number. */
export const longest = { target: 8000, header: 16_384, fields: 100 }

/** Visible ASCII without the number sign: a fragment is nobody's business but the caller's. */
const targetCharacters = /^[\x21\x22\x24-\x7E]+$/

/** A name, an IPv4 address, or an IPv6 address in brackets; and a port (RFC 9110 section 7.2). */
const host = /^(?:(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/** Throws a `Refusal`. */
export function checkForm({ request }: Ask, longestTarget = longest.target): void {
  const { url = '', rawHeaders } = request
  if (url.length > longestTarget) {
    throw new Refusal('targetTooLong')
  }
  const length = rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
  if (length > longest.header || rawHeaders.length > 2 * longest.fields) {
    throw new Refusal('headersTooLarge')
  }
  if (!targetCharacters.test(url) || !isFineVersion(request) || !isFineHost(request)) {
    throw new Refusal('malformedRequest')
  }
}

function isFineVersion({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' || (httpVersion === '1.0' && headers['transfer-encoding'] === undefined)
}

function isFineHost(request: IncomingMessage): boolean {
  const [first, ...others] = fieldLines(request, 'host')
  if (first === undefined) return request.httpVersion === '1.0'
  return others.length === 0 && host.test(first)
}

/** The lines of a header field that a request has: Node keeps only the first of some. */
export const fieldLines = ({ rawHeaders }: IncomingMessage, lowerCaseName: string): readonly string[] =>
  rawHeaders.filter((_text, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === lowerCaseName)
