/** How the model refuses. */
import type { StoreErrorCode } from '../../src/index.ts'

/** A refusal that the store must answer with the same code. */
export class Refused extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode) {
    super(code)
    this.code = code
  }
}

export function refuse(code: StoreErrorCode): never {
  throw new Refused(code)
}
