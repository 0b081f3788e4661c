/** What is kept of the traffic: enough to show what was found, never so much that memory runs out. */
import type { Answer, Exchange } from '../exchange.ts'

/** Once this many bytes of bodies are kept in all, further bodies are cut shorter. */
const generousBytes = 32 * 1024 * 1024
const longBody = 64 * 1024
const shortBody = 1024

/** Numbers exchanges, and keeps those that show something, with each body cut to a maximum length. */
export class Archive {
  readonly #kept = new Map<number, Exchange>()
  /** How many exchanges there were, kept or not. */
  count = 0
  #bytes = 0

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
    if ('noResponse' in exchange.answer) {
      return exchange
    }
    const maxLength = this.#bytes < generousBytes ? longBody : shortBody
    const answer = cutBody(exchange.answer, maxLength)
    this.#bytes += answer.body.length
    return answer === exchange.answer ? exchange : { ...exchange, answer }
  }
}

function cutBody(answer: Answer, maxLength: number): Answer {
  const { length } = answer.body
  // Copied: a subarray would keep the whole buffer in memory.
  return length <= maxLength
    ? answer
    : { ...answer, body: Buffer.from(answer.body.subarray(0, maxLength)), bodyLength: length }
}
