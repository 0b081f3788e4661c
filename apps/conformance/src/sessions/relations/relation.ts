/** Relations between answers: what must be equal or differ between any two answers of a check. */
import { toText } from '@plant-store/raw-http'
import { Memory, toKey } from '../../court/memory.ts'
import type { Answer, SentRequest } from '../../exchange.ts'
import type { Analysis } from '../../oracle/analysis.ts'
import type { Sent } from '../sent.ts'

/** A request that was sent, and its answer. */
export interface SentAndAnswered extends Sent {
  readonly outcome: Answer
}

/** An answer that is owed, with what its request is due. */
export interface Seen {
  readonly sent: SentAndAnswered
  readonly answer: Answer
  readonly analysis: Analysis
  /** The octets of the request, with stand-ins for tokens. */
  readonly text: string
  /** Equal for equal requests. */
  readonly key: string
}

/** An answer as relations see it. */
export function asSeen(sent: SentAndAnswered, analysis: Analysis): Seen {
  const text = toText(sent.request)
  return { sent, answer: sent.outcome, analysis, text, key: toKey(text) }
}

/** What two answers break together. */
export interface Difference {
  readonly came: string
  readonly due: string
  /** The earlier of the two answers. */
  readonly earlier?: Sent
  /** The difference shows when the same request is repeated again and again. */
  readonly isChange?: true
  /** The difference counts only if it shows again: it may be chance, and unrelated to what was asked. */
  readonly isToShowAgain?: boolean
}

/** Sees the answers of a check, one after the other. */
export interface Relation {
  readonly rule: string
  /** What this answer breaks together with an earlier one, or 'kept'; undefined where the two tell nothing. */
  see(one: Seen): Difference | 'kept' | undefined
}

interface First {
  readonly text: string
  readonly sent: SentAndAnswered
}

/** Answers grouped by what they have in common: later ones are compared with the first of each group. */
export class FirstOnes {
  readonly #first = new Memory<First>()

  /** The first answer of its kind; undefined if this is the first. */
  meet(kind: string, text: string, sent: SentAndAnswered): First | undefined {
    const first = this.#first.get(kind)
    if (first === undefined) this.#first.set(kind, { text, sent })
    return first
  }
}

/** Equal for requests that differ only in fields with these names. */
export const keyWithout = (names: RegExp, request: SentRequest): string =>
  toKey(toText({ ...request, fields: request.fields.filter(([name]) => !names.test(name)) }))
