/** Times that callers give. */
import { StoreError } from './store-error.ts'

/** The time in milliseconds since 1970. Throws `invalid` for an invalid date. */
export function requireTime(time: Date): number {
  const value = time.getTime()
  if (!Number.isNaN(value)) return value
  throw new StoreError('invalid', 'The time is no date.')
}
