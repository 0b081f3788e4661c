/** One request and what came back, as octets on a connection: the evidence of every judge. */
import type { Exchange as OneExchange, SentRequest } from '@plant-store/raw-http'

export type { Answer, Field, NoResponse, SentRequest } from '@plant-store/raw-http'

/** A request as it is shown to people. */
export interface Shown {
  /** With names in place of tokens and their parts. */
  readonly request: SentRequest
  /** The shell line that repeats it. */
  readonly curl: () => string
}

/** One exchange. */
export interface Exchange extends OneExchange {
  readonly id: number
  /** The judge that made it, such as `sessions`. */
  readonly judge: string
  /** The index of the caller whose token it carried; undefined without a token, or with one that is no caller's. */
  readonly caller?: number
  /** Set by a judge that sends parts of tokens, which only it can name. Judges look at `request`; people see this. */
  readonly shown?: Shown
}
