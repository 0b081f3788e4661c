/** Relations between responses: what must be equal or differ between any two responses of a check. */
import { toText } from '@plant-store/raw-http'
import { Memory, toKey } from '../../run/memory.ts'
import type { RawResponse, SentRequest } from '../../exchange.ts'
import type { Analysis } from '../../oracle/any-oracle.ts'
import type { Sent } from '../client/sent.ts'

/** A request that was sent, and its response. */
export interface SentAndReceived extends Sent {
  readonly outcome: RawResponse
}

/** A response that is owed, with what its request is due. */
export interface Seen {
  readonly sent: SentAndReceived
  readonly response: RawResponse
  readonly analysis: Analysis
  /** The bytes of the request, with stand-ins for tokens. */
  readonly text: string
}

/** What two responses break together. */
export interface Difference {
  readonly came: string
  readonly due: string
  /** The earlier of the two responses. */
  readonly earlier?: Sent
  /** The difference shows when the same request is repeated again and again. */
  readonly isChange?: true
  /** The difference counts only if it shows again: it may be chance, and unrelated to what was asked. */
  readonly isToShowAgain?: boolean
}

/** Sees the responses of a check, one after the other. */
export interface Relation {
  readonly rule: string
  /** What this response breaks together with an earlier one, or 'kept'; undefined where the two tell nothing. */
  see(one: Seen): Difference | 'kept' | undefined
}

/** What a response shows under a key; `text` stands for all of it where that is long. */
export interface Shown {
  readonly key: string
  readonly text: string
}

/** A response and what it showed. */
export interface First extends Shown {
  readonly sent: SentAndReceived
}

/** The first response with this key; undefined if this is the first. */
export function meet(known: Memory<First>, shown: Shown, sent: SentAndReceived): First | undefined {
  const first = known.get(shown.key)
  if (first === undefined) known.set(shown.key, { ...shown, sent })
  return first
}

/** Answers with the same key show the same text. */
export interface Equality {
  readonly rule: string
  /** Undefined where a response shows nothing. */
  readonly read: (seen: Seen) => Shown | undefined
  /** Makes a finding of what a response shows, and of the first one with that key. */
  readonly tell: (came: Shown, first: First) => Difference
}

/** The relation of an equality. It remembers what it saw for as long as a check lasts. */
export function equality({ rule, read, tell }: Equality): Relation {
  const first = new Memory<First>()
  return {
    rule,
    see: (seen) => {
      const shown = read(seen)
      const known = shown && meet(first, shown, seen.sent)
      if (shown === undefined || known === undefined) return undefined
      return shown.text === known.text ? 'kept' : { earlier: known.sent, ...tell(shown, known) }
    },
  }
}

/** Equal for requests that differ only in fields with these names. */
export const keyWithout = (names: RegExp, request: SentRequest): string =>
  toKey(toText({ ...request, fields: request.fields.filter(([name]) => !names.test(name)) }))

/** A word for the request with this number. */
export const wordOf = (number: number): string => `of-request-${String(number).padStart(4, '0')}`

const anyWord = /of-request-\d{4}/g

/** No response contains what somebody else has written. */
export function othersWords(): Relation {
  const writers = new Map<string, Sent>()
  return {
    rule: 'answers-not-shared',
    see: ({ sent, response, text: asked }) => {
      for (const [word] of asked.matchAll(anyWord)) writers.set(word, sent)
      const shown = response.fields.flat().join(' ') + response.body.toString('latin1')
      const words = shown.match(anyWord) ?? []
      const other = words.find((word) => !asked.includes(word))
      const earlier = other === undefined ? undefined : writers.get(other)
      if (words.length > 0 && other === undefined) return 'kept'
      return (
        earlier && { came: `a response with ${other} in it`, due: 'nothing from another request', earlier }
      )
    },
  }
}
