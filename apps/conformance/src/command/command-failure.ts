/** A failure that the command itself finds: nothing may be concluded about the service. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}
