/** The independent checkers, and the collector to which they report. */
import type { Exchange } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import type { Pace } from './pace.ts'
import type { Quiet } from './quiet.ts'

/** One breach of one rule. */
export interface Finding {
  readonly rule: string
  readonly checker: string
  /** The exchange that shows it; the last one where it takes several (then `curl` repeats them all). */
  readonly exchange?: Exchange
  /** The names of the operation that it asks for, such as `listPets` and `GET /pets`: the collector adds them. */
  readonly operation?: readonly string[]
  /** What came back, in one sentence. */
  readonly came: string
  /** What was due, in one sentence. */
  readonly due: string
  /** One shell line that repeats it. Tokens appear in it as `$TOKEN`, `$TOKEN_2`, …, never as they are. */
  readonly curl: string
}

/** Where checkers report what they see. */
export interface Collector {
  /** Records an exchange that the checker made. Returns it with its number. */
  record(exchange: Omit<Exchange, 'id'>): Exchange
  /** The service was seen to keep the rule. */
  kept(rule: string, exchange?: Exchange): void
  /** A request of ours broke the rule, and the service refused it as it must. */
  refused(rule: string, exchange: Exchange): void
  /** The service broke the rule. */
  broken(finding: Finding): void
  /** The rule could not be checked, and why: reported, never taken for a pass. */
  inconclusive(rule: string, reason: string): void
  /** This was not tried, and why, in one sentence: never taken for a pass. `share`: of the work of the checker, from 0 to 1. */
  notReached(what: string, share?: number): void
  /** No value of something could be made for this operation, in one sentence: reported, and weighs nothing. */
  notMade(what: string, operation: string): void
  /** A checker tries a breach again while it is quiet, and makes no other requests then. */
  readonly quiet: Quiet
  /** A checker takes from it before it sends: all together stay below the rate that was asked for. */
  readonly pace: Pace
  /** Aborted when the time of the budget is over: a checker then ends with what it has, and what it says still counts. */
  readonly timeUp: AbortSignal
  /** Aborted when the check ends early: the user interrupted, one finding was enough, or a checker took too long. */
  readonly signal: AbortSignal
}

/** One way of looking at a service. */
export interface Checker {
  readonly name: string
  /** Makes what the checker needs ready, such as a tool, before the time of the budget begins. Rejects as `check` does. */
  prepare?(signal: AbortSignal): Promise<void>
  /** Rejects with a `CheckerFailure` or a `LocalFailure` when it could not do its work: neither a pass nor a breach. */
  check(subject: Subject, collector: Collector): Promise<void>
}

/** A checker that could not check; the message is one sentence for a person, with what to do. */
export class CheckerFailure extends Error {
  override readonly name = 'CheckerFailure'
}
