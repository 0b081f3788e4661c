/** Whether a condition of a request names the tag of the list that it asks for (RFC 9110, 13.1.2). */
import type { SentRequest } from '../exchange.ts'
import { valuesOf } from '../http/fields.ts'

const entityTag = /(?:W\/)?("[\x21\x23-\x7E\x80-\xFF]*")/g

/**
 * `same`: 304 is due. `other`: 200 is due. `any`: the tag is not known yet. Undefined where there is no condition.
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
  const opaque = tag.replace(/^W\//, '')
  const isNamed = [...list.matchAll(entityTag)].some(([, named]) => named === opaque)
  return isNamed || list.trim() === '*' ? 'same' : 'other'
}
