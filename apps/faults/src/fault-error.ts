/** Why a fault could not be tried, in one sentence for the person who asked for it. */
export class FaultError extends Error {
  override readonly name = 'FaultError'
}
