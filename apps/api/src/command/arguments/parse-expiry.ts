/** When a token ends, as people write it. */
import { InvalidArgumentError } from 'commander'
import { parseDuration } from './parse-duration.ts'

/** A moment, or `never`. */
export type Expiry = Date | 'never'

const pattern = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/

/**
 * `never`, a duration from `now` such as `90d`, a day such as `2027-01-31` (its first moment, UTC), or a time such as
 * `2027-01-31T09:30Z`. Anything else, and what is already past, is an `InvalidArgumentError`.
 */
export function parseExpiry(text: string, now: Date = new Date()): Expiry {
  if (text === 'never') return 'never'
  const expiry = pattern.test(text) ? parseMoment(text) : new Date(now.getTime() + parseLifetime(text))
  if (expiry <= now) throw new InvalidArgumentError('That moment has passed.')
  return expiry
}

/** JavaScript takes 30 February for 2 March; a person who wrote it meant something else. */
function parseMoment(text: string): Date {
  const day = new Date(`${text.slice(0, 10)}T00:00Z`)
  const moment = new Date(text)
  const real = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10))
  if (!real || Number.isNaN(moment.getTime())) throw new InvalidArgumentError('There is no such moment.')
  return moment
}

function parseLifetime(text: string): number {
  try {
    return parseDuration(text)
  } catch {
    throw new InvalidArgumentError(
      'Write a duration such as 90d or 24h, a date such as 2027-01-31, or never.',
    )
  }
}
