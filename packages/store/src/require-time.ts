/** Times that callers give. */
import { StoreError } from './store-error.ts'

/** In milliseconds since 1970. Throws `invalid` for a date that is none. */
export function requireTime(time: Date): number {
  const value = time.getTime()
  if (!Number.isNaN(value)) return value
  throw new StoreError('invalid', 'The time is no date.')
}
