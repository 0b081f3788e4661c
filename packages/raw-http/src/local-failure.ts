/** What goes wrong on this side of the connection. */

/**
 * Nothing can be said about the service: this machine can't open the connection, or there are too many tokens to name.
 * The message is one sentence for a person, with what to do where that is known.
 */
export class LocalFailure extends Error {
  override readonly name = 'LocalFailure'
}
