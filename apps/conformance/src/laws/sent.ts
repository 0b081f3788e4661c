/** A request that was sent, and what came. */
import type { Exchange, SentRequest } from '../exchange.ts'
import type { Outcome } from './wire.ts'

export interface Sent {
  /** With stand-ins for the tokens. */
  readonly request: SentRequest
  readonly outcome: Outcome
  readonly exchange: Exchange
}
