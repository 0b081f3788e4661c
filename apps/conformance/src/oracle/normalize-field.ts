/** What the fields of a response mean, whatever their spelling. */
import { fieldValue, membersOf } from '@plant-store/raw-http'
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
    return value?.replace(/^application\/json[ \t]*(?:;.*)?$/i, 'application/json')
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
