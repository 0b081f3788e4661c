/** What a check goes by: a contract, its rules and its operations. */
import type { Declared } from '../contract/coverage.ts'
import type { Contract } from '../contract/document.ts'
import type { Rule } from '../rules/rules.ts'

/** What a check goes by. */
export interface Basis {
  readonly contract: Contract
  readonly rules: readonly Rule[]
  /** The operations that must be seen to succeed. */
  readonly operations: readonly Declared[]
  /** Whatever answers to GET at this path shows that the service is there; with 401, that a token is not accepted. */
  readonly firstTarget: string
}
