/** Errors that leave a benchmark without figures. */
import { StoreError } from '@plant-store/store'

/** Why there are no figures, in one sentence for the person who asked for them. */
export class BenchError extends Error {
  override readonly name = 'BenchError'
  /** Whether the command line is wrong, not the thing measured. */
  readonly isUsage: boolean

  constructor(message: string, { isUsage = false } = {}) {
    super(message)
    this.isUsage = isUsage
  }
}

/** The error to report to a person; undefined for a bug of ours. A store error counts too: the database may fail. */
export function asBenchError(error: unknown): BenchError | undefined {
  if (error instanceof StoreError) return new BenchError(error.message)
  return error instanceof BenchError ? error : undefined
}
