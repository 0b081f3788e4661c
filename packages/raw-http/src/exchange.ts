/** One request and what came back, as bytes on a connection. In every text one character stands for one byte. */

/** As it was spelled, without the whitespace around the value. */
export type Field = readonly [name: string, value: string]

/** A request as it was sent. */
export interface SentRequest {
  readonly method: string
  /** The request target, such as `/plants?limit=3`. */
  readonly target: string
  readonly fields: readonly Field[]
  readonly body?: string
  /** Set where the request is not well-formed and the parts above don't tell all of it: every byte, as latin1 text. */
  readonly bytes?: string
}

/** A whole response. */
export interface RawResponse {
  /** Such as `1.1`; empty where the status line is malformed. */
  readonly version: string
  readonly status: number
  /** What follows the status in its line. */
  readonly reason: string
  /** In the order in which they came, without trailer fields. */
  readonly fields: readonly Field[]
  /** Without its transfer coding. */
  readonly body: Buffer
  /** How many bytes the body had, where only its beginning is kept. */
  readonly bodyLength?: number
  /** Every way in which its framing breaks RFC 9112. */
  readonly faults: readonly string[]
  /** Interim statuses that came before it, such as 103. */
  readonly interim?: readonly number[]
}

/** No whole response: nothing came, or not all of it. `closed`: a proper end; `reset`: a broken connection. */
export interface NoResponse {
  readonly noResponse: 'timeout' | 'closed' | 'reset' | 'unreachable'
  /** The first 2,000 bytes of what came and is not a response. */
  readonly partial?: string
  /** Interim statuses that came, such as 100. */
  readonly interim?: readonly number[]
}

/** One exchange. */
export interface Exchange {
  readonly request: SentRequest
  readonly response: RawResponse | NoResponse
  readonly startedAt: Date
  readonly durationMs: number
  /** Exchanges with the same number shared a connection. 0 where none could be opened. */
  readonly connection: number
}
