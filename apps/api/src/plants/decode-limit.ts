/** From the text of `limit` to a number, or a refusal. */
import { canonicalDecimal, ListPlantsQuery } from '@plant-store/contracts'
import { Failure } from '../http/failure.ts'

const { maximum = 0 } = ListPlantsQuery.properties.limit

/** The limit that a query asks for; undefined when it names none. Throws `invalidLimit`. */
export function decodeLimit(query: URLSearchParams): number | undefined {
  const given = query.getAll('limit')
  const [text] = given
  if (text === undefined) {
    return undefined
  }
  // The length first: a thousand digits are refused without being read as a number.
  if (given.length > 1 || text.length > String(maximum).length || !canonicalDecimal.test(text)) {
    throw new Failure('invalidLimit', 'limit is not one canonical decimal')
  }
  const limit = Number(text)
  if (limit > maximum) {
    throw new Failure('invalidLimit', 'limit above its maximum')
  }
  return limit
}
