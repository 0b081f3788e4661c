/** How long a page may be. */
import { maxPageSize } from './store.ts'

/** Checks the caller's duty, since too long a page would hold everyone else up. Throws a `RangeError`. */
export function requireLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 0 && limit <= maxPageSize) return
  throw new RangeError(`limit must be a whole number from 0 to ${maxPageSize}, not ${limit}`)
}
