/** What is due to a request for plants, and what it goes by. */
import type { Analysis } from '../../src/oracle/any-oracle.ts'

/** The earliest and latest times that responses give for a list's last change, in milliseconds since 1970. */
export interface LastModified {
  readonly earliest: number
  readonly latest: number
}

/** Something that is wrong with a request, and how that is refused. */
export interface PlantFault {
  readonly rule: string
  /** The statuses that are right for its refusal. */
  readonly statuses: readonly number[]
  /** The rule that is broken when it is refused with another status. */
  readonly statusRule: string
}

/** Any refusal that blames the caller: which one is mostly not declared. */
export const refusals: readonly number[] = Array.from({ length: 100 }, (_, index) => 400 + index)

export const fault = (rule: string, statuses = refusals, statusRule = rule): PlantFault => ({
  rule,
  statuses,
  statusRule,
})

/**
 * What is due to a request. By the given contract alone, a service owes nothing for one that is too large, nor for any that
 * the given contract does not describe.
 */
export interface PlantAnalysis extends Analysis {
  /** Whether it asks for the list of plants. */
  readonly isList?: boolean
  readonly faults: readonly PlantFault[]
  /** The rules that make a request of unusual form valid; a refusal of the request breaks the last of them. */
  readonly grounds: readonly string[]
  /** How many plants it asks for at most; meaningful only where the request has no fault. */
  readonly limit?: number | undefined
}

/** Which list a valid request asks for. */
export type AskedFor = Pick<PlantAnalysis, 'caller' | 'limit'>
