/** Something that is wrong with a request. */
import { ruleById } from '../rules/rules.ts'

export interface Fault {
  /** The rule that is broken when the request is not refused. */
  readonly rule: string
  /** The statuses that are right for its refusal. */
  readonly statuses: readonly number[]
  /** The rule that is broken when it is refused with another status. */
  readonly statusRule: string
}

export function fault(rule: string, statuses: readonly number[], statusRule: string = rule): Fault {
  return { rule, statuses, statusRule }
}

/** The given contract does not say which status turns a caller away: any status that blames the caller will do. */
const anyRefusal: readonly number[] = Array.from({ length: 100 }, (_, index) => 400 + index)
const anyFailure: readonly number[] = Array.from({ length: 200 }, (_, index) => 400 + index)

/** The fault as the given contract alone sees it; undefined where that contract sees none. */
export function asGiven(one: Fault): Fault | undefined {
  if (ruleById(one.rule).origin !== 'given') {
    return undefined
  }
  return ruleById(one.statusRule).origin === 'given' ? one : withAnyRefusal(one)
}

/** The same fault, which any status that blames the caller may refuse. */
export const withAnyRefusal = ({ rule }: Fault): Fault => fault(rule, anyRefusal)

/** The same fault, where a service may also fail: only an answer as if nothing were wrong would be a breach. */
export const withAnyFailure = ({ rule }: Fault): Fault => fault(rule, anyFailure)
