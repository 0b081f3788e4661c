/** What goes wrong on this side of the connection. */

/**
 * Nothing can be said of the service: this machine can't open the connection, or the tokens are too many to be named. The
 * message is one sentence for a person, with what to do where that is known.
 */
export class LocalFailure extends Error {
  override readonly name = 'LocalFailure'
}
