/** What comes of a session: its requests, and what came for each. */
import type { Outcome } from '@plant-store/raw-http'
import type { Exchange, SentRequest } from '../exchange.ts'

/** A request that was sent, and what came. */
export interface Sent {
  /** With stand-ins for the tokens. */
  readonly request: SentRequest
  readonly outcome: Outcome
  readonly exchange: Exchange
  /** Its place in the session. */
  readonly step: number
}
