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
