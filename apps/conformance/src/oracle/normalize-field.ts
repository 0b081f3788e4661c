/** What the fields of a response mean under this contract, whatever their spelling. */
import { isAscii } from 'node:buffer'
import { decodeContent, fieldValue, membersOf, valuesOf } from '@plant-store/raw-http'
import type { RawResponse, SentRequest } from '../exchange.ts'
import type { AskedFor } from './analysis.ts'

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
