/** Long lists are asked for in part wherever the whole of them is not the point. */
import type { SentRequest } from '../exchange.ts'
import type { Analysis } from './analysis.ts'
import { integerParameters } from './operation.ts'

/** From so many octets on a list is long. Reading one of a megabyte takes as long as a hundred usual answers. */
export const longBody = 50_000

/** As many of a list as tell it from another one. */
const few = 20

/** The same request with a number in the query; as it is where it has one, gets no list, or its operation takes none. */
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
