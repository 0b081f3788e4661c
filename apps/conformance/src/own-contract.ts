/**
 * A contract with more to say than any OpenAPI document can, which the command checks by where it is given no other. It comes
 * as `#own` of package.json, and is all that the harness knows of it; \`without-own.ts\` takes its place where there is none.
 */
import type { Contract } from './contract/document.ts'
import type { Rule } from './rules/rules.ts'
import type { CheckBasis, Wanted } from './run/basis.ts'

export interface OwnContract {
  readonly contract: Contract
  /** Of its operations: none belongs into the address of a service. */
  readonly paths: readonly string[]
  readonly rules: readonly Rule[]
  /** Whether it declares what may change something. */
  readonly changesAnything: boolean
  /** The first is the quickest. */
  readonly checkerNames: readonly string[]
  basis(wanted: Wanted): Promise<CheckBasis>
}
