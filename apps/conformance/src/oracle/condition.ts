/** What a request's conditions mean for the list: by its tag, and by the time of its last change (RFC 9110, 13.1). */
import { valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'

/** The earliest and latest times that answers give for a list's last change, in milliseconds since 1970. */
export interface LastModified {
  readonly earliest: number
  readonly latest: number
}

/** For a list whose last change is unknown. */
export const anyTime: LastModified = { earliest: -Infinity, latest: Infinity }

/** A tag as conditions compare it: weak or strong makes no difference (RFC 9110, 8.8.3.2). */
export const opaqueTag = (tag: string): string => tag.replace(/^W\//, '')

const entityTag = /(?:W\/)?("[\x21\x23-\x7E\x80-\xFF]*")/g

/**
 * `same`: 304 is due. `other`: 200 is due. `any`: the tag is not known yet, or named without its quotes, which a
 * recipient may overlook (RFC 9110, 2.4). Undefined if no condition is by tag.
 */
export function readCondition(
  request: SentRequest,
  tag: string | undefined,
): 'same' | 'other' | 'any' | undefined {
  const values = valuesOf(request, 'if-none-match')
  if (values.length === 0) {
    return undefined
  }
  const list = values.join(', ')
  if (tag === undefined) {
    return 'any'
  }
  const opaque = opaqueTag(tag)
  const isNamed = [...list.matchAll(entityTag)].some(([, named]) => named === opaque)
  if (isNamed || list.trim() === '*') return 'same'
  return list.trim() === opaque.slice(1, -1) ? 'any' : 'other'
}

/** Whether a request with If-Modified-Since may be told that the list is unchanged since then (RFC 9110, 13.1.3). */
export function mayBeUnmodified(request: SentRequest, modified: LastModified | undefined): boolean {
  const [since] = valuesOf(request, 'if-modified-since')
  return since !== undefined && modified !== undefined && !(Date.parse(since) < modified.earliest)
}

/** Whether a condition that the contract does not mention may fail: HTTP then has 412 (RFC 9110, 13.1.1 and 13.1.4). */
export function mayFail(request: SentRequest, modified: LastModified | undefined): boolean {
  const [tags] = valuesOf(request, 'if-match')
  const [since] = valuesOf(request, 'if-unmodified-since')
  const isByDate = since !== undefined && modified !== undefined
  return (tags !== undefined && tags.trim() !== '*') || (isByDate && !(Date.parse(since) >= modified.latest))
}
