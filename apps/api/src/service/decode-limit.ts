/** From the text of `limit` to a number, or a refusal. */
import { canonicalDecimal } from '@plant-store/contracts'
import { ListPlantsQuery } from '@plant-store/contracts/schemas'
import { HttpError } from './http-error.ts'

const { maximum = 0 } = ListPlantsQuery.properties.limit

/** The limit that `ctx.query.limit` asks for; undefined when the query names none. Throws `invalidLimit`. */
export function decodeLimit(given: string | readonly string[] | undefined): number | undefined {
  if (given === undefined) return undefined
  // The length first: a thousand digits are refused without being read as a number.
  if (typeof given !== 'string' || given.length > String(maximum).length || !canonicalDecimal.test(given)) {
    throw new HttpError('invalidLimit', 'limit is not one canonical decimal')
  }
  const limit = Number(given)
  if (limit > maximum) throw new HttpError('invalidLimit', 'limit above its maximum')
  return limit
}
