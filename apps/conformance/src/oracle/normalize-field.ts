/** What the fields of a response mean under this contract, whatever their spelling. */
import { isAscii } from 'node:buffer'
import { decodeContent, fieldValue, membersOf } from '@plant-store/raw-http'
import type { RawResponse } from '../exchange.ts'

/** A tag as conditions compare it: weak or strong makes no difference (RFC 9110, 8.8.3.2). */
export const opaqueTag = (tag: string): string => tag.replace(/^W\//, '')

/**
 * The part of a field that counts. Of a set: its members, sorted, each once and without its number of seconds. Of the
 * JSON type: everything but parameters that change nothing (RFC 8259, 11). Of a challenge: its scheme and its error
 * (RFC 6750, 3). Of a tag: everything but whether it is weak (RFC 9110, 8.8.3.2).
 */
export function normalizeField(response: RawResponse, name: string): string | undefined {
  const value = fieldValue(response, name)
  if (/^content-type$/i.test(name))
    return contentTypeFault(response) === undefined ? 'application/json' : value
  if (/^www-authenticate$/i.test(name)) return value === undefined ? undefined : normalizeChallenge(value)
  if (/^etag$/i.test(name)) return value === undefined ? undefined : opaqueTag(value)
  if (!/^(?:cache-control|vary|allow)$/i.test(name)) return value
  if (value === undefined) return undefined
  const members = membersOf(value).map((member) => member.replace(/=\d+$/, ''))
  // RFC 9110, 12.5.5: with a star among them, the others say nothing more.
  if (/^vary$/i.test(name) && members.includes('*')) return '*'
  return [...new Set(members)].toSorted().join(', ')
}

/** The value as JSON, with the members of objects in one order: it means nothing (RFC 8259, 4). */
export const sortedJson = (whole: unknown): string =>
  JSON.stringify(whole, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )

function normalizeChallenge(value: string): string {
  const [, error = 'none'] = /\berror[ \t]*=[ \t]*"?([\w-]+)/i.exec(value) ?? []
  return `${value.split(/[ \t]/, 1).join().toLowerCase()}, error: ${error.toLowerCase()}`
}

/**
 * What is wrong with the Content-Type. Undefined for application/json, also with the charset UTF-8, or, where the body
 * is ASCII, with a charset that contains ASCII.
 */
export function contentTypeFault(response: RawResponse): string | undefined {
  const type = fieldValue(response, 'Content-Type')
  if (type === undefined) {
    return 'no Content-Type'
  }
  const isJson =
    /^application\/json[ \t]*(?:;[ \t]*charset="?utf-?8"?[ \t]*)?(?:;(?![ \t]*charset).*)?$/i.test(type) ||
    (/^application\/json[ \t]*;[ \t]*charset="?(?:us-ascii|iso-8859-1|windows-1252)"?[ \t]*$/i.test(type) &&
      isAsciiText(response))
  return isJson ? undefined : `Content-Type: ${type}`
}

/** The charset is that of the text, so codings come off first. To HEAD there is no text, though a coding may be named. */
function isAsciiText(response: RawResponse): boolean {
  if (response.body.length === 0) return true
  const bytes = decodeContent(response)
  return typeof bytes !== 'string' && isAscii(bytes)
}
