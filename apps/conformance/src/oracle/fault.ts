/** Something that is wrong with a request. */
import { ruleById } from '../rules/rules.ts'

export interface Fault {
  /** The rule that is broken when the request is not refused. */
  readonly rule: string
  /** The statuses that refuse it rightly. */
  readonly statuses: readonly number[]
  /** The rule that is broken when it is refused with another status. */
  readonly statusRule: string
}

export function fault(rule: string, statuses: readonly number[], statusRule: string = rule): Fault {
  return { rule, statuses, statusRule }
}

/** The given contract does not say with which status a caller is turned away: any that blames the caller will do. */
const anyRefusal: readonly number[] = Array.from({ length: 100 }, (_, index) => 400 + index)

/** The fault as the given contract alone sees it; undefined where that one sees none. */
export function asGiven(one: Fault): Fault | undefined {
  if (ruleById(one.rule).origin !== 'given') {
    return undefined
  }
  return ruleById(one.statusRule).origin === 'given' ? one : withAnyRefusal(one)
}

/** The same, to be refused with whatever blames the caller. */
export const withAnyRefusal = ({ rule }: Fault): Fault => fault(rule, anyRefusal)
