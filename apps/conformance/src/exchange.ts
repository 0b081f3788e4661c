/** One request and what came back, as octets on a connection: the evidence of every judge. */

export type Field = readonly [name: string, value: string]

/** A request as it was sent. */
export interface SentRequest {
  readonly method: string
  /** The request target, such as `/plants?limit=3`. */
  readonly target: string
  readonly fields: readonly Field[]
  readonly body?: string
  /** Set where the request is not well-formed and the parts above don't tell all: every octet, as latin1 text. */
  readonly octets?: string
}

/** A whole answer. */
export interface Answer {
  readonly version: string
  readonly status: number
  readonly reason: string
  readonly fields: readonly Field[]
  /** Without its transfer coding. */
  readonly body: Buffer
  /** How many octets the body had, where only its beginning is kept. */
  readonly bodyLength?: number
  /** Every way in which its framing breaks RFC 9112. */
  readonly faults: readonly string[]
  /** Interim statuses that came before it, such as 103. */
  readonly interim?: readonly number[]
}

/** No whole answer: nothing came, or not all of it. `closed`: a proper end; `reset`: a broken connection. */
export interface NoResponse {
  readonly noResponse: 'timeout' | 'closed' | 'reset' | 'unreachable'
  readonly partial?: string
  /** Interim statuses that came, such as 100. */
  readonly interim?: readonly number[]
}

/** A request as it is shown to people. */
export interface Shown {
  /** With names in place of tokens and their parts. */
  readonly request: SentRequest
  /** The shell line that repeats it. */
  readonly curl: () => string
}

/** One exchange. */
export interface Exchange {
  readonly id: number
  /** The judge that made it, such as `sessions`. */
  readonly judge: string
  /** Which caller's token it carried, counted from 0; undefined for none or one that is no caller's. */
  readonly caller?: number
  readonly request: SentRequest
  readonly answer: Answer | NoResponse
  readonly startedAt: Date
  readonly durationMs: number
  /** Exchanges with the same number shared a connection. */
  readonly connection: number
  /** Set by a judge that sends parts of tokens, which only it can name. Judges look at the request; people see this. */
  readonly shown?: Shown
}
