/** What a field of an answer means under this contract, whatever its spelling. */
import { isAscii } from 'node:buffer'
import { decodeContent, fieldValue, membersOf } from '@plant-store/raw-http'
import type { Answer } from '../exchange.ts'
import { opaqueTag } from './condition.ts'

/**
 * The part of a field that counts. Of a set: its members, sorted, each once and without its number of seconds. Of the
 * JSON type: everything but parameters that change nothing (RFC 8259, 11). Of a challenge: its scheme and its error
 * (RFC 6750, 3). Of a tag: everything but whether it is weak (RFC 9110, 8.8.3.2).
 */
export function meaningOf(answer: Answer, name: string): string | undefined {
  const value = fieldValue(answer, name)
  if (/^content-type$/i.test(name)) return contentTypeFault(answer) === undefined ? 'application/json' : value
  if (/^www-authenticate$/i.test(name)) return value === undefined ? undefined : meaningOfChallenge(value)
  if (/^etag$/i.test(name)) return value === undefined ? undefined : opaqueTag(value)
  if (!/^(?:cache-control|vary|allow)$/i.test(name)) return value
  if (value === undefined) return undefined
  const members = membersOf(value).map((member) => member.replace(/=\d+$/, ''))
  // RFC 9110, 12.5.5: with a star among them, the others say nothing more.
  if (/^vary$/i.test(name) && members.includes('*')) return '*'
  return [...new Set(members)].toSorted().join(', ')
}

/**
 * The content as text, equal where it means the same. Beside a weak tag, which names what a list means and not its octets
 * (RFC 9110, 8.8.1), the members of objects may come in any order.
 */
export function meaningOfContent(answer: Answer): string {
  const octets = decodeContent(answer)
  if (typeof octets === 'string' || fieldValue(answer, 'ETag')?.startsWith('W/') !== true) {
    return octets.toString('latin1')
  }
  try {
    return JSON.stringify(JSON.parse(octets.toString()), (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    )
  } catch {
    return octets.toString('latin1')
  }
}

function meaningOfChallenge(value: string): string {
  const [, error = 'none'] = /\berror[ \t]*=[ \t]*"?([\w-]+)/i.exec(value) ?? []
  return `${value.split(/[ \t]/, 1).join().toLowerCase()}, error: ${error.toLowerCase()}`
}

/**
 * What is wrong with the Content-Type. Undefined for application/json, also with the charset UTF-8, or, where the body
 * is ASCII, with a charset that contains ASCII.
 */
export function contentTypeFault(answer: Answer): string | undefined {
  const type = fieldValue(answer, 'Content-Type')
  if (type === undefined) {
    return 'no Content-Type'
  }
  const isJson =
    /^application\/json[ \t]*(?:;[ \t]*charset="?utf-?8"?[ \t]*)?(?:;(?![ \t]*charset).*)?$/i.test(type) ||
    (/^application\/json[ \t]*;[ \t]*charset="?(?:us-ascii|iso-8859-1|windows-1252)"?[ \t]*$/i.test(type) &&
      isAsciiText(answer))
  return isJson ? undefined : `Content-Type: ${type}`
}

/** The charset is that of the text, so codings come off first. To HEAD there is no text, though a coding may be named. */
function isAsciiText(answer: Answer): boolean {
  if (answer.body.length === 0) return true
  const octets = decodeContent(answer)
  return typeof octets !== 'string' && isAscii(octets)
}
