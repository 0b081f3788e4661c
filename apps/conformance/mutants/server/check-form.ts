/** The form of a request: refuses what RFC 9112 forbids although Node's parser accepts it, and what is too long. */
import type { IncomingMessage } from 'node:http'
import { type Ask, Refusal } from './ask.ts'

/** The most a request may have: bytes in its target, bytes in all header lines together, and header lines. */
export const longest = { target: 8000, header: 16_384, fields: 100 }

/** Visible ASCII without the number sign: a fragment concerns nobody but the caller. */
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

/** All lines of a header field in a request: for some fields, Node keeps only the first. */
export const fieldLines = ({ rawHeaders }: IncomingMessage, lowerCaseName: string): readonly string[] =>
  rawHeaders.filter((_text, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === lowerCaseName)
