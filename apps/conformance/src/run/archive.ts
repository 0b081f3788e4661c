/** What is kept of the traffic: enough to show what was found, never so much that memory runs out. */
import type { RawResponse, Exchange } from '../exchange.ts'

/** Of each body at most this many bytes are kept: of a rule and a checker, a dozen exchanges are. */
const longBody = 64 * 1024

/** Numbers exchanges, and keeps those that show something, with each body cut to a maximum length. */
export class Archive {
  readonly #kept = new Map<number, Exchange>()
  /** How many exchanges there were, kept or not. */
  count = 0

  /** Returns the exchange as it is, with its number. */
  add(made: Omit<Exchange, 'id'>): Exchange {
    this.count += 1
    return { id: this.count, ...made }
  }

  /** The copy of the exchange that may be held as long as the run lasts. */
  keep(exchange: Exchange): Exchange {
    const kept = this.#kept.get(exchange.id) ?? this.#cut(exchange)
    this.#kept.set(exchange.id, kept)
    return kept
  }

  /** The exchange as people may see it: no request that contains part of a token is kept. */
  #cut({ shown, ...sent }: Exchange): Exchange {
    const exchange = shown === undefined ? sent : { ...sent, request: shown.request }
    return 'noResponse' in exchange.response
      ? exchange
      : { ...exchange, response: cutBody(exchange.response) }
  }
}

function cutBody(response: RawResponse): RawResponse {
  const { length } = response.body
  // Copied: a subarray would keep the whole buffer in memory.
  return length <= longBody
    ? response
    : { ...response, body: Buffer.from(response.body.subarray(0, longBody)), bodyLength: length }
}
