/** Nothing more is sent: the service has stopped answering, and the court knows. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}
