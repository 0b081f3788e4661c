/** Requests and responses as a person may see them: the text that went over the wire, nothing invisible, nothing that reverses the line. */
import { isUtf8 } from 'node:buffer'
import { toText } from '@plant-store/raw-http'
import type { Finding } from '../run/checker.ts'
import { type Exchange, noResponses } from '../exchange.ts'

/** As it was sent. */
export const showRequest = (request: Exchange['request']): string =>
  showLatin1(toText(request).replaceAll('\r\n', '\n'))

/** Status line, header lines, body and what is wrong with the framing; or what came instead of a response. */
export function showResponse(response: Exchange['response']): string {
  if ('noResponse' in response) {
    const { noResponse, partial } = response
    return `(${noResponses[noResponse]})${partial === undefined ? '' : `\n\n${showLatin1(partial)}`}`
  }
  const { version, status, reason, fields, body, bodyLength = body.length, faults } = response
  const lines = fields.map(([name, value]) => `\n${name}: ${value}`)
  const head = showLatin1(`${`HTTP/${version} ${status} ${reason}`.trimEnd()}${lines.join('')}`)
  const cut = bodyLength > body.length ? `\n(${bodyLength.toLocaleString('en')} bytes in all)` : ''
  const text = body.length === 0 ? '' : `\n\n${showBytes(body)}${cut}`
  return `${head}${text}${faults.map((fault) => `\n(${showText(fault)})`).join('')}`
}

const showLatin1 = (text: string): string => showBytes(Buffer.from(text, 'latin1'))

/** One line that tells one exchange from another: `GET /plants?limit=3 → 200`. */
export function showInBrief({ request, response }: Exchange): string {
  const came = 'noResponse' in response ? noResponses[response.noResponse] : String(response.status)
  return `${showText(`${request.method} ${request.target}`).slice(0, 300)} → ${came}`
}

/** A finding in a few lines: what came, what was due, and the line that repeats it. */
export const linesOfFinding = ({ came, due, curl }: Finding): readonly string[] => [
  `Got: ${came}`,
  `Expected: ${due}`,
  curl,
]

const invisible = /[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/gu

/** Control, format and direction characters as `\u{…}`; line ends and tabs stay where the text has lines. */
export function showText(text: string, keep: 'lines' | 'nothing' = 'nothing'): string {
  return text.replaceAll(invisible, (character) =>
    keep === 'lines' && (character === '\n' || character === '\t')
      ? character
      : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/** Text where the bytes are UTF-8; otherwise each byte beyond ASCII as `\xHH`. At most 2,000 of them. */
function showBytes(bytes: Buffer): string {
  const shown = bytes.subarray(0, 2000)
  const rest = bytes.length - shown.length
  // A character that is cut off is left out.
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(shown, { stream: true })
  const text = isUtf8(bytes) ? showText(decoded, 'lines') : escapeBytes(shown)
  return rest > 0 ? `${text}… and ${rest.toLocaleString('en')} more bytes` : text
}

const escapeBytes = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replaceAll(/[^\n -~]/g, (byte) => `\\x${(byte.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`)
