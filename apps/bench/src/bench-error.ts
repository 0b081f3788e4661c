/** Why there are no figures, in one sentence for the user who asked for them. */
export class BenchError extends Error {
  override readonly name = 'BenchError'
  /** Whether the command line is wrong, not the thing measured. */
  readonly isUsage: boolean

  constructor(message: string, { isUsage = false } = {}) {
    super(message)
    this.isUsage = isUsage
  }
}
