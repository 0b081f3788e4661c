/** What is kept of the traffic: enough to read it afterwards, never so much that memory runs out. */
import type { Answer, Exchange } from '../exchange.ts'

/** So many exchanges are kept; those that show something are kept beyond it. */
const maxExchanges = 20_000
/** Octets of bodies kept in all before bodies are cut shorter. */
const generousOctets = 32 * 1024 * 1024
const longBody = 64 * 1024
const shortBody = 1024

/** Numbers exchanges and keeps them, each body up to a length. */
export class Archive {
  readonly exchanges: Exchange[] = []
  readonly #kept = new Map<number, Exchange>()
  #count = 0
  #octets = 0

  /** How many there were, kept or not. */
  get count(): number {
    return this.#count
  }

  /** The exchange as it is, with its number. */
  add(made: Omit<Exchange, 'id'>): Exchange {
    this.#count += 1
    const exchange = { id: this.#count, ...made }
    if (this.#count <= maxExchanges) {
      this.exchanges.push(this.keep(exchange))
    }
    return exchange
  }

  /** The copy of it that may be held for as long as the run lasts. */
  keep(exchange: Exchange): Exchange {
    const kept = this.#kept.get(exchange.id) ?? this.#cut(exchange)
    this.#kept.set(exchange.id, kept)
    return kept
  }

  /** As people may see it: no request with a part of a token in it is kept. */
  #cut({ shown, ...sent }: Exchange): Exchange {
    const exchange = shown === undefined ? sent : { ...sent, request: shown.request }
    if ('noResponse' in exchange.answer) {
      return exchange
    }
    const maxLength = this.#octets < generousOctets ? longBody : shortBody
    const answer = cutBody(exchange.answer, maxLength)
    this.#octets += answer.body.length
    return answer === exchange.answer ? exchange : { ...exchange, answer }
  }
}

function cutBody(answer: Answer, maxLength: number): Answer {
  const { length } = answer.body
  // A copy: the beginning alone would keep the whole buffer in memory.
  return length <= maxLength
    ? answer
    : { ...answer, body: Buffer.from(answer.body.subarray(0, maxLength)), bodyLength: length }
}
