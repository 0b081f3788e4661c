/** Relations between answers: what must be equal, or differ, wherever in a check two answers came. */
import type { Answer } from '../../exchange.ts'
import type { Analysis } from '../../oracle/analysis.ts'
import type { Sent } from '../sent.ts'

export type { Sent } from '../sent.ts'

/** An answer that is owed, with what is due to its request. */
export interface Seen {
  readonly sent: Sent
  readonly answer: Answer
  readonly analysis: Analysis
}

/** What is broken by two answers together. */
export interface Difference {
  readonly came: string
  readonly due: string
  /** The other one. */
  readonly earlier?: Sent
  /** It shows when the same is asked again and again. */
  readonly isChange?: true
  /** It counts where it shows each time: it may be by chance, and have nothing to do with what was asked. */
  readonly isToShowAgain?: true
}

/** Sees the answers of a check, one after the other. */
export interface Relation {
  readonly rule: string
  /** What this answer breaks together with one before it, or that both keep it; undefined where they tell nothing. */
  see(one: Seen): Difference | 'kept' | undefined
}

/** Answers by what they have in common: the first of each is what later ones are held against. */
export class FirstOnes {
  readonly #first = new Map<string, { readonly text: string; readonly sent: Sent }>()

  /** The first one of its kind, unless that is this one. */
  meet(kind: string, text: string, sent: Sent): { readonly text: string; readonly sent: Sent } | undefined {
    const first = this.#first.get(kind)
    if (first === undefined) this.#first.set(kind, { text, sent })
    return first
  }
}
