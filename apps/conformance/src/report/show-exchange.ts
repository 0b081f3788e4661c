/** Requests and answers as the text that went over the wire. */
import type { Finding } from '../run/checker.ts'
import type { RawResponse, Exchange, Field, SentRequest, NoResponse } from '../exchange.ts'
import { showBytes, showText } from './show-bytes.ts'

/** Start line, header lines, body; or every byte, where the request is not well-formed. */
export function showRequest({ method, target, fields, body, bytes }: SentRequest): string {
  if (bytes !== undefined) return showLatin1(bytes.replaceAll('\r\n', '\n'))
  const head = [`${method} ${shorten(target)} HTTP/1.1`, ...showFields(fields)].join('\n')
  return body === undefined ? head : `${head}\n\n${showLatin1(body)}`
}

/** Status line, header lines, body and what is wrong with the framing; or what came instead of a response. */
export function showResponse(response: RawResponse | NoResponse): string {
  if ('noResponse' in response) {
    const { noResponse, partial } = response
    return `(${noResponses[noResponse]})${partial === undefined ? '' : `\n\n${showLatin1(partial)}`}`
  }
  const { version, status, reason, fields, body, bodyLength = body.length, faults } = response
  const head = [`HTTP/${version} ${status} ${showText(reason)}`.trimEnd(), ...showFields(fields)].join('\n')
  const cut = bodyLength > body.length ? `\n(${bodyLength.toLocaleString('en')} bytes in all)` : ''
  const text = body.length === 0 ? '' : `\n\n${showBytes(body)}${cut}`
  return `${head}${text}${faults.map((fault) => `\n(${showText(fault)})`).join('')}`
}

const showLatin1 = (text: string): string => showBytes(Buffer.from(text, 'latin1'))

/** One line that tells one exchange from another: `GET /plants?limit=3 → 200`. */
export function showInBrief({ request, response }: Exchange): string {
  const came = 'noResponse' in response ? noResponses[response.noResponse] : String(response.status)
  return `${showText(request.method)} ${shorten(request.target)} → ${came}`
}

/** A finding in a few lines: what came, what was due, and the line that repeats it. */
export const linesOfFinding = ({ came, due, curl }: Finding): readonly string[] => [
  `Got: ${came}`,
  `Expected: ${due}`,
  curl,
]

const noResponses: Readonly<Record<NoResponse['noResponse'], string>> = {
  timeout: 'no response in time',
  closed: 'connection closed without a whole response',
  reset: 'connection reset without a whole response',
  unreachable: 'no connection',
}

const showFields = (fields: readonly Field[]): readonly string[] =>
  fields.map(([name, value]) => `${showText(name)}: ${shorten(value)}`)

function shorten(text: string): string {
  const shown = showText(text.slice(0, 300))
  return text.length > 300
    ? `${shown}… and ${(text.length - 300).toLocaleString('en')} more characters`
    : shown
}
