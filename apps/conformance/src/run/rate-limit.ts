/** Notices that a service limits how fast it is asked: what comes of that is no breach. */
import { fieldValue, toText } from '@plant-store/raw-http'
import type { Exchange } from '../exchange.ts'
import { Memory, toKey } from './memory.ts'

/** So many of the last requests must be turned away for a limit to be the cause. */
const recent = 40
const enough = 20
/** And so many of those must have been answered before: a request that is never answered meets no limit. */
const enoughKnown = 3

export class RateLimit {
  readonly #answered = new Memory<true>()
  #last: { readonly isAway: boolean; readonly isKnown: boolean; readonly operation: string }[] = []
  /** What to tell, once a limit is the cause. */
  sentence: string | undefined

  see({ request, response }: Pick<Exchange, 'request' | 'response'>): void {
    if ('noResponse' in response || this.sentence !== undefined) return
    const { status } = response
    const isAway = status === 429 || (status === 503 && fieldValue(response, 'Retry-After') !== undefined)
    const key = toKey(toText(request))
    const operation = `${request.method} ${request.target.replace(/\?.*/s, '')}`
    this.#last.push({ isAway, isKnown: this.#answered.get(key) === true, operation })
    this.#last = this.#last.slice(-recent)
    if (!isAway) {
      this.#answered.set(key, true)
      return
    }
    const away = this.#last.filter((one) => one.isAway)
    // One operation alone may be limited, such as that which makes users or sessions: all others can be checked.
    const isOfOne =
      away.every((one) => one.operation === operation) && !/^(?:GET|HEAD|OPTIONS) /.test(operation)
    if (away.length < enough || away.filter(({ isKnown }) => isKnown).length < enoughKnown || isOfOne) return
    this.sentence = `Nothing may be concluded: the service limits how fast it is asked. It turned away ${away.length} of the last ${this.#last.length} requests with ${status}. Raise that limit for the check, or ask more slowly with --rate.`
  }
}
