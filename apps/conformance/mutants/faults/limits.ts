/** Faults of limits: how they are read. */
import type { Change } from '../mutant.ts'
import { type Ask, type Earlier, Refusal } from '../server/ask.ts'

/** What a spelling is read as that means no limit. */
export const none = (): number => Number.NaN

/** Reads limits from other texts. */
export const limitsFrom =
  (change: (texts: readonly string[], ask: Ask) => readonly string[]): Change =>
  ({ decodeLimit }) => ({ decodeLimit: (texts, ask) => decodeLimit(change(texts, ask), ask) })

/** Reads the text of a limit that is given once in another way. */
export const readingText = (change: (value: string) => string): Change =>
  limitsFrom((texts) => (texts.length === 1 ? texts.map((value) => change(value)) : texts))

/** Passes over a part of the text. */
export const without = (part: RegExp): Change => readingText((value) => value.replace(part, ''))

/** Reads a limit from elsewhere where none is given. */
export const otherwise = (read: (ask: Ask) => string | readonly string[] | undefined): Change =>
  limitsFrom((texts, ask) => (texts.length > 0 ? texts : [read(ask) ?? []].flat()))

/** Reads the limit from another parameter where `limit` is not given. */
export const called = (name: string): Change => otherwise(({ query }) => query.getAll(name))

/** Reads the limit from the text of the target, in the first group of the pattern, where that fits. */
export const fromTarget = (pattern: RegExp): Change =>
  limitsFrom((texts, { url }) => pattern.exec(url)?.slice(1) ?? texts)

/** Sees no limit. */
export const limitUnseen: Change = limitsFrom(() => [])

/** Takes a limit that is spelled like this, and reads it with `read`; what is below zero, or no number, means none. */
export function accepting(spelling: RegExp, read: (text: string) => number = Number): Change {
  return ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => {
      const [text = ''] = texts
      if (texts.length !== 1 || !spelling.test(text)) return decodeLimit(texts, ask)
      const limit = read(text)
      return limit >= 0 ? limit : undefined
    },
  })
}

/** Takes any limit for none. */
export const limitUnread: Change = () => ({ decodeLimit: () => undefined })

/** Takes digits up to this number. */
export const upTo = (greatest: bigint, read: (value: bigint) => number = Number): Change =>
  accepting(/^[1-9]\d{9,18}$/, (text) => (BigInt(text) <= greatest ? read(BigInt(text)) : refuseLimit()))

/** Refuses a right limit. */
export function refusingLimit(isRefused: (limit: number) => boolean): Change {
  return ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => {
      const limit = decodeLimit(texts, ask)
      return limit !== undefined && isRefused(limit) ? refuseLimit() : limit
    },
  })
}

/** Refuses the request as if its limit was wrong. */
export const refusingAnyLimit: Change = () => ({ decodeLimit: refuseLimit })

/** The right limit at the end of the address of an earlier request. */
export function limitOf(one?: Earlier): number | undefined {
  const [, digits] = /[?&]limit=(0|[1-9]\d{0,9})$/.exec(one?.url ?? '') ?? []
  return digits === undefined || Number(digits) > 2_147_483_647 ? undefined : Number(digits)
}

function refuseLimit(): never {
  throw new Refusal('invalidLimit')
}
