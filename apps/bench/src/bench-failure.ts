/** Why a measurement does not count, in one sentence for the person who asked for it. */
export class BenchFailure extends Error {
  override readonly name = 'BenchFailure'
}
