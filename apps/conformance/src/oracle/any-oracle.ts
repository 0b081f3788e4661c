/** What an oracle says, that of our own contract or that of any document: what is due to a request, and what its response shows. */
import type { Outcome } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'

/** What is due to a request. */
export interface Analysis {
  /** The methods allowed at the path; empty where the path does not exist. */
  readonly allowed: readonly string[]
  readonly isHead: boolean
  /** What is wrong with it, by the rule that is broken when it is not refused: the first decides the response. */
  readonly faults: readonly { readonly rule: string }[]
  /** Statuses that are acceptable where nothing is wrong, besides those of a success. */
  readonly alsoFine: readonly number[]
  /**
   * A service need not read all of a request that is too large: it may reset the connection, and its response may be lost
   * with it.
   */
  readonly owed: 'a response' | 'a response or a reset' | 'nothing'
  /** The contract is silent: any response in the right form will do. */
  readonly isOpen: boolean
  /** The caller whose credential the request carries, if that must be accepted. */
  readonly caller?: number | undefined
}

/** A rule that the response breaks: what came, and what was due. */
export interface Breach {
  readonly rule: string
  readonly came: string
  readonly due: string
  /** It counts only where the request by itself mostly gets what is due. */
  readonly isToReturn?: true
}

/** Collects what a response shows. */
export class Examination {
  readonly breaches: Breach[] = []
  readonly kept = new Set<string>()
  readonly refused = new Set<string>()

  /** Notes that the rule is kept, or broken by what came in place of what is due. Returns whether it is kept. */
  require(rule: string, came: string | undefined, due: string, isToReturn?: true): boolean {
    if (came === undefined) this.kept.add(rule)
    else this.breaches.push({ rule, came, due, ...(isToReturn && { isToReturn }) })
    return came === undefined
  }

  /** Breaches win: a rule that was broken was not kept. */
  get keptRules(): readonly string[] {
    const broken = new Set(this.breaches.map(({ rule }) => rule))
    return [...this.kept].filter((rule) => !broken.has(rule))
  }
}

/** A request with stand-ins for its tokens, and its outcome. */
export interface WhatCame {
  readonly request: SentRequest
  readonly outcome: Outcome
}

export interface AnyOracle {
  /** Whether sessions may use connections in every way that HTTP allows: pipelined, and opened ahead. */
  readonly isFree: boolean
  /** What is due to a request. */
  analyse(request: SentRequest): Analysis
  /** Compares what came with what was due, and may learn from it for what comes later. */
  examine(what: WhatCame): Examination
  /** The request by itself gets this as well: by this rule, it is not held against it from now on. */
  doubt?(rule: string, what: WhatCame): void
  /** The id of the operation that the request asks for, where there are several. */
  operationOf?(request: SentRequest): string | undefined
  isChecked(rule: string): boolean
  /** Whether a response that breaks this rule can still be compared with others: only its fields are wrong. */
  isAside(rule: string): boolean
  /** Whether a breach has the cause of others: `isTold` says whether one of that rule was told, with that status. */
  isExplained?(rule: string, what: WhatCame, isTold: (rule: string, status: number) => boolean): boolean
  /** The rule that is broken where a request breaks this one now and then. */
  ruleOfChange?(rule: string): string
}
