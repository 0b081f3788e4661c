/** What is due to a request, according to the oracle, and what it goes by. */

/** The earliest and latest times that responses give for a list's last change, in milliseconds since 1970. */
export interface LastModified {
  readonly earliest: number
  readonly latest: number
}

/** Something that is wrong with a request. */
export interface Fault {
  /** The rule that is broken when the request is not refused. */
  readonly rule: string
  /** The statuses that are right for its refusal. */
  readonly statuses: readonly number[]
  /** The rule that is broken when it is refused with another status. */
  readonly statusRule: string
}

/** Any refusal that blames the caller: which one is mostly not declared. */
export const refusals: readonly number[] = Array.from({ length: 100 }, (_, index) => 400 + index)

export const fault = (rule: string, statuses = refusals, statusRule = rule): Fault => ({
  rule,
  statuses,
  statusRule,
})

/**
 * What a service owes for a request. It need not read all of a request that is too large: it may reset the connection,
 * and its response may be lost with it. By the given contract alone, it owes nothing for such a request, nor for any
 * request that the given contract does not describe.
 */
type Owed = 'a response' | 'a response or a reset' | 'nothing'

/** What is due to a request. */
export interface Analysis {
  /** Whether it asks for the list of plants of our own contract. */
  readonly isList?: boolean
  /** The methods allowed at the path; empty where the path does not exist. */
  readonly allowed: readonly string[]
  readonly isHead: boolean
  /** The first decides the response. */
  readonly faults: readonly Fault[]
  /** The rules that make a request of unusual form valid; a refusal of the request breaks the last of them. */
  readonly grounds: readonly string[]
  /** Statuses other than 200 that are acceptable where nothing is wrong. */
  readonly alsoFine: readonly number[]
  readonly owed: Owed
  /** The contract is silent: any response in the right form will do. */
  readonly isOpen: boolean
  /** The caller whose token the request carries, if that token must be accepted. */
  readonly caller?: number | undefined
  /** How many plants it asks for at most; meaningful only where the request has no fault. */
  readonly limit?: number | undefined
}

/** Which list a valid request asks for. */
export type AskedFor = Pick<Analysis, 'caller' | 'limit'>
