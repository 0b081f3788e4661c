/** What keeps the benchmark from its figures. */
import { StoreError } from '@plant-store/store'

/** Why there are no figures, in one sentence for the person who asked for them. */
export class BenchError extends Error {
  override readonly name = 'BenchError'
  /** Whether the command line is wrong rather than what was measured. */
  readonly isUsage: boolean

  constructor(message: string, { isUsage = false } = {}) {
    super(message)
    this.isUsage = isUsage
  }
}

/** The error as a person is told it; undefined for a fault of ours. The database may be what keeps us from figures. */
export function asBenchError(error: unknown): BenchError | undefined {
  if (error instanceof StoreError) return new BenchError(error.message)
  return error instanceof BenchError ? error : undefined
}
