/** Requests only a part of a long list wherever the whole list is not the point. */
import type { SentRequest } from '../exchange.ts'
import type { Analysis } from './analysis.ts'
import { integerParameters } from './operation.ts'

/** A list with more octets than this is long. Reading a megabyte takes as long as reading a hundred usual answers. */
export const longBody = 50_000

/** Enough items to tell one list from another. */
const few = 20

/** The same request with a number in the query; unchanged if it has one, gets no list, or its operation takes none. */
export function inBrief(request: SentRequest, { operation, faults, numbers, isHead }: Analysis): SentRequest {
  const [parameter] = operation === undefined ? [] : integerParameters(operation)
  const hasNumber = Object.keys(numbers).length > 0
  if (parameter === undefined || hasNumber || isHead || faults.length > 0 || request.octets !== undefined) {
    return request
  }
  const { name, minimum, maximum } = parameter
  const { target } = request
  const separator = target.includes('?') ? '&' : '?'
  return { ...request, target: `${target}${separator}${name}=${Math.max(minimum, Math.min(maximum, few))}` }
}
