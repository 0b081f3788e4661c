/** What a check goes by: our own contract, unless it is given another. */
import { declaredIn, type Declared } from '../contract/coverage.ts'
import { type Contract, readContract } from '../contract/document.ts'
import { smallTargets } from '../contract/operations.ts'
import { type Rule, rules } from '../rules/rules.ts'
import { findFailures } from './failures.ts'

/** What a check goes by. */
export interface Basis {
  readonly contract: Contract
  readonly rules: readonly Rule[]
  /** The operations that must be seen to succeed. */
  readonly operations: readonly Declared[]
  /** Makes one failure of the findings with one cause. */
  readonly findFailures: typeof findFailures
  /** Whatever answers to GET at this path shows that the service is there; with 401, that a token is not accepted. */
  readonly firstTarget: string
}

export const ownBasis = (contract = readContract()): Basis => ({
  contract,
  rules,
  operations: declaredIn(contract.document),
  findFailures,
  firstTarget: smallTargets[0] ?? '/',
})
