/** What a check goes by: a contract, its rules and its operations. */
import type { AnyContract, AnyOperation } from '../document/model.ts'
import type { Rule } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import type { Checker } from './checker.ts'

/** What is expected to be answered, as the document declares it. */
export type Declared = Pick<AnyOperation, 'id' | 'method' | 'path' | 'responses'>

/** What a check goes by. */
export interface Basis {
  readonly contract: AnyContract
  readonly rules: readonly Rule[]
  /** The operations that must be seen to succeed. */
  readonly operations: readonly Declared[]
  /** Whatever answers to GET at this path shows that the service is there; with 401, that a token is not accepted. */
  readonly firstTarget: string
}

/** The same, with who checks. */
export interface CheckBasis extends Basis {
  readonly checkers: readonly Checker[]
  /** The fields that carry a credential, in lower case. */
  readonly credentialFields: readonly string[]
  /** Why it can't be checked with these credentials, as a sentence. */
  readonly faultOf?: (known: Pick<Subject, 'callers' | 'refused'>) => string | undefined
}

/** What is wanted of a contract. */
export interface Wanted {
  /** The name of a checker, or `all`. */
  readonly checker?: string | undefined
  /** Where checkers keep reports of their own. */
  readonly report?: string | undefined
  /** Whether what may change something is tried. */
  readonly writes?: boolean | undefined
  readonly only?: Subject['only'] | undefined
  /** In place of all that exist: for tests. */
  readonly checkers?: readonly Checker[] | undefined
}

/** A contract with more to say than OpenAPI can: all that the harness knows of it, as `#own` of package.json. */
export interface OwnContract {
  readonly contract: AnyContract
  /** Of its operations: none belongs into the address of a service. */
  readonly paths: readonly string[]
  readonly rules: readonly Rule[]
  /** The first is the quickest. */
  readonly checkerNames: readonly string[]
  basis(wanted: Wanted): Promise<CheckBasis>
}
