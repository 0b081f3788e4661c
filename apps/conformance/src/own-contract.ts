/** A contract with more to say than OpenAPI can: all that the harness knows of it, as `#own` of package.json. */
import type { Contract } from './contract/document.ts'
import type { Rule } from './rules/rules.ts'
import type { CheckBasis, Wanted } from './run/basis.ts'

export interface OwnContract {
  readonly contract: Contract
  /** Of its operations: none belongs into the address of a service. */
  readonly paths: readonly string[]
  readonly rules: readonly Rule[]
  /** The first is the quickest. */
  readonly checkerNames: readonly string[]
  basis(wanted: Wanted): Promise<CheckBasis>
}
