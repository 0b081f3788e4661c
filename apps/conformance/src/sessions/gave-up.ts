/** Nothing more is sent: the service has stopped answering. */
import type { Sent } from './sent.ts'

export class GaveUp extends Error {
  override readonly name = 'GaveUp'
  /** The last request that got no answer. */
  readonly sent: Sent

  constructor(sent: Sent) {
    super('The service stopped answering.')
    this.sent = sent
  }
}
