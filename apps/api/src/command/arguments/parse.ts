/** Parses durations, moments, names and ids as people write them. */
import { isWellFormedToken } from '@plant-store/store'
import { InvalidArgumentError } from 'commander'

const unitsMs = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
])

/** `90d`, `24h`, `30m`, `45s`, `2w` in milliseconds. Anything else is an `InvalidArgumentError`. */
export function parseDuration(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  const unitMs = unitsMs.get(unit)
  if (unitMs === undefined) throw new InvalidArgumentError(explain(text))
  return Number(amount) * unitMs
}

function explain(text: string): string {
  if (/^\d+$/.test(text)) return `Write its unit, too, such as ${text}d for days (or s, m, h, w).`
  return 'Write a number and a unit: 45s, 30m, 24h, 90d or 2w.'
}

/** A moment, or `never`. */
export type Expiry = Date | 'never'

const moment = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/

/**
 * `never`, a duration from `now` such as `90d`, a day such as `2027-01-31` (its first moment, UTC), or a time such as
 * `2027-01-31T09:30Z`. Anything else, or a time that has passed, is an `InvalidArgumentError`.
 */
export function parseExpiry(text: string, now: Date = new Date()): Expiry {
  if (text === 'never') return 'never'
  const expiry = moment.test(text) ? parseMoment(text) : new Date(now.getTime() + parseSpan(text, lifetimes))
  if (expiry <= now) throw new InvalidArgumentError('That time has passed.')
  return expiry
}

/** A moment in the past: a duration before `now`, a day or a time as above. Anything else is an `InvalidArgumentError`. */
export function parsePast(text: string, now: Date = new Date()): Date {
  const past = moment.test(text) ? parseMoment(text) : new Date(now.getTime() - parseSpan(text, ages))
  if (past > now) throw new InvalidArgumentError('It must be in the past.')
  return past
}

const lifetimes = 'Write a duration such as 90d or 24h, a date such as 2027-01-31, or never.'
const ages = 'Write a duration such as 7d or 24h, or a date such as 2027-01-31.'

/** As `parseDuration`, but `advice` is given for what does not even begin like a duration. */
function parseSpan(text: string, advice: string): number {
  try {
    return parseDuration(text)
  } catch (error) {
    throw /^\d+$/.test(text) ? error : new InvalidArgumentError(advice)
  }
}

/** JavaScript reads 30 February as 2 March, which is not what its author meant: here it is an error. */
function parseMoment(text: string): Date {
  const day = new Date(`${text.slice(0, 10)}T00:00Z`)
  const time = new Date(text)
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10))
  if (!isReal || Number.isNaN(time.getTime())) throw new InvalidArgumentError('There is no such day or time.')
  return time
}

/** A name for something new. A token is an `InvalidArgumentError`: the database would keep it and lists show it. */
export function parseName(text: string): string {
  if (!isWellFormedToken(text)) return text
  throw new InvalidArgumentError('This is a token, which is a secret; choose a name.')
}

/** A positive whole number; anything else is an `InvalidArgumentError` with this advice. */
function parsePositive(text: string, advice: string): number {
  const number = Number(text)
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(number)) return number
  throw new InvalidArgumentError(advice)
}

/** An id, or an `InvalidArgumentError`. */
export const parseId = (text: string): number =>
  parsePositive(text, 'An id is a whole number above 0, as the list shows it.')

/** How many, or an `InvalidArgumentError`. */
export const parseCount = (text: string): number => parsePositive(text, 'Give a whole number above 0.')

/** Ids from an option that may be given several times. */
export function collectIds(text: string, ids: readonly number[] = []): readonly number[] {
  return [...ids, parseId(text)]
}
