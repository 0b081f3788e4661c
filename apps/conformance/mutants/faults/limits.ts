/** Faults of limits: how they are read. */
import type { Change } from '../mutant.ts'
import { type Ask, type Earlier, Refusal } from '../server/ask.ts'

/** What a spelling that means no limit is read as. */
export const none = (): number => Number.NaN

/** Reads limits from other texts. */
export const limitsFrom =
  (change: (texts: readonly string[], ask: Ask) => readonly string[]): Change =>
  ({ decodeLimit }) => ({ decodeLimit: (texts, ask) => decodeLimit(change(texts, ask), ask) })

/** Reads a limit that is given once from a changed text. */
export const readingText = (change: (value: string) => string): Change =>
  limitsFrom((texts) => (texts.length === 1 ? texts.map((value) => change(value)) : texts))

/** Reads a limit from elsewhere where none is given. */
export const otherwise = (read: (ask: Ask) => string | readonly string[] | undefined): Change =>
  limitsFrom((texts, ask) => (texts.length > 0 ? texts : [read(ask) ?? []].flat()))

/** Doesn't see that a limit is given. */
export const limitUnseen: Change = limitsFrom(() => [])

/** Accepts a limit that matches this pattern, and reads it with `read`; a number below zero, or NaN, means no limit. */
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

/** Takes any limit to mean none. */
export const limitUnread: Change = () => ({ decodeLimit: () => undefined })

/** Accepts numbers of ten to nineteen digits up to this one. */
export const upTo = (greatest: bigint, read: (value: bigint) => number = Number): Change =>
  accepting(/^[1-9]\d{9,18}$/, (text) => (BigInt(text) <= greatest ? read(BigInt(text)) : refuseLimit()))

/** Refuses right limits that satisfy `isRefused`. */
export function refusingLimit(isRefused: (limit: number) => boolean): Change {
  return ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => {
      const limit = decodeLimit(texts, ask)
      return limit !== undefined && isRefused(limit) ? refuseLimit() : limit
    },
  })
}

/** The right limit at the end of an earlier request's target. */
export function limitOf(one?: Earlier): number | undefined {
  const [, digits] = /[?&]limit=(0|[1-9]\d{0,9})$/.exec(one?.url ?? '') ?? []
  return digits === undefined || Number(digits) > 2_147_483_647 ? undefined : Number(digits)
}

/** Throws the refusal of a wrong limit. */
export function refuseLimit(): never {
  throw new Refusal('invalidLimit')
}
