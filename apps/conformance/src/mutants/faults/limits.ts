/** Faults of limits: how they are read, and what they do. */
import type { Plant } from '@plant-store/contracts'
import { type Ask, Refusal } from '../ask.ts'
import { send, type Demonstration } from '../demonstration.ts'
import type { Change } from '../mutant.ts'
import { always, type When } from '../when.ts'

/** Ana asks with this limit. */
export const limited = (text: number | string): Demonstration => send(`GET /plants?limit=${text}`)

/** What a spelling is read as that means no limit. */
export const none = (): number => Number.NaN

/** Takes a limit that is spelled like this, and reads it with `read`. */
export function accepting(spelling: RegExp, read: (text: string) => number = Number): Change {
  return ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => {
      const [text = ''] = texts
      return texts.length === 1 && spelling.test(text) ? cutOf(read(text)) : decodeLimit(texts, ask)
    },
  })
}

/** As `slice` needs it: NaN and what is below zero mean all. */
const cutOf = (limit: number): number | undefined => (limit >= 0 ? limit : undefined)

/** Refuses a right limit. */
export function refusingLimit(isRefused: (limit: number) => boolean): Change {
  return ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => {
      const limit = decodeLimit(texts, ask)
      if (limit !== undefined && isRefused(limit)) {
        throw new Refusal('invalidLimit')
      }
      return limit
    },
  })
}

/** Throws what a wrong limit is refused with. */
export function refuseLimit(): never {
  throw new Refusal('invalidLimit')
}

/** Treats the list of values before it is read. */
export const reading =
  (change: (texts: readonly string[]) => readonly string[]): Change =>
  ({ decodeLimit }) => ({ decodeLimit: (texts, ask) => decodeLimit(change(texts), ask) })

/** Treats the text of a limit that is given once. */
export const readingText = (change: (value: string) => string): Change =>
  reading((texts) => (texts.length === 1 ? texts.map((value) => change(value)) : texts))

/** Cuts the list off elsewhere, or arranges it otherwise. */
export function cutting(
  change: (plants: readonly Plant[], limit: number | undefined, ask: Ask) => readonly Plant[],
  when: When = always,
): Change {
  return ({ cut }) => ({
    cut: (found, limit, ask) => (when(ask, 200) ? change(found, limit, ask) : cut(found, limit, ask)),
  })
}
