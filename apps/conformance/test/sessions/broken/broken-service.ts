/** A service with one fault. */
import type { Change } from '../../../mutants/mutant.ts'

export interface BrokenService {
  /** The stage that must find it. */
  readonly stage: string
  readonly fault: string
  /** The rule that must be found broken, among others perhaps. */
  readonly rule: string
  readonly change: Change
}
