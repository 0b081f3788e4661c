/** One request and what came back, as bytes on a connection: the evidence of every checker. */
import type { Exchange as OneExchange, NoResponse, RawResponse, SentRequest } from '@plant-store/raw-http'

export type { RawResponse, Field, NoResponse, SentRequest } from '@plant-store/raw-http'

/** Of the response; undefined where none came. */
export const statusOf = (outcome: OneExchange['response'] | undefined): number | undefined =>
  outcome !== undefined && 'status' in outcome ? outcome.status : undefined

/** What came in place of a response. */
export const noResponses: Readonly<Record<NoResponse['noResponse'], string>> = {
  timeout: 'no whole response in time',
  closed: 'the connection was closed without a whole response',
  reset: 'the connection was broken without a whole response',
  unreachable: 'no connection could be made any more',
}

/** One exchange. */
export interface Exchange extends OneExchange {
  readonly id: number
  /** The checker that made it, such as `sessions`. */
  readonly checker: string
  /** The index of the caller whose token it carried; undefined without a token, or with one that is no caller's. */
  readonly caller?: number
  /** With names in place of tokens and their parts: checkers look at `request`, people see this where it is there. */
  readonly shown?: SentRequest
}

/** An exchange that got a response. */
export type CompletedExchange = Exchange & { readonly response: RawResponse }

export const hasResponse = (exchange: Exchange): exchange is CompletedExchange =>
  'status' in exchange.response
