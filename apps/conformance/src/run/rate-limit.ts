/** Notices that a service limits how fast it is asked: what comes of that is no breach. */
import { fieldValue, toText } from '@plant-store/raw-http'
import type { RawResponse, Exchange } from '../exchange.ts'
import { Memory, toKey } from './memory.ts'

/** So many of the last requests must be turned away for a limit to be the cause. */
const recent = 40
const enough = 20
/** And so many of those must have been answered before: a request that is never answered meets no limit. */
const enoughKnown = 3

const isTurnedAway = (response: RawResponse): boolean =>
  response.status === 429 || (response.status === 503 && fieldValue(response, 'Retry-After') !== undefined)

export class RateLimit {
  readonly #answered = new Memory<true>()
  /** What was asked for and turned away, with undefined for what was answered. */
  readonly #last: (string | undefined)[] = []
  #known = 0
  #through = 0
  #status = 0
  #beganAt: number | undefined
  /** What to tell, once a limit is the cause. */
  sentence: string | undefined

  see({ request, response }: Pick<Exchange, 'request' | 'response'>): void {
    if ('noResponse' in response || this.sentence !== undefined) return
    const isAway = isTurnedAway(response)
    const key = toKey(toText(request))
    if (isAway) {
      this.#beganAt ??= performance.now()
      this.#status = response.status
      if (this.#answered.get(key) === true) this.#known += 1
    } else {
      this.#answered.set(key, true)
      this.#through += this.#beganAt === undefined ? 0 : 1
    }
    const asked = `${request.method} ${request.target.replace(/\?.*/s, '')}`
    if (this.#last.push(isAway ? asked : undefined) > recent) this.#last.shift()
    const away = this.#last.filter((one) => one !== undefined)
    if (away.length >= enough && this.#known >= enoughKnown && !isOfOne(away)) this.#conclude(away.length)
  }

  #conclude(away: number): void {
    const seconds = Math.max(0.1, (performance.now() - (this.#beganAt ?? 0)) / 1000)
    const rate = (this.#through / seconds).toPrecision(2)
    this.sentence = `Nothing may be concluded: the service limits how fast it is asked. It turned away ${away} of the last ${this.#last.length} requests with ${this.#status}, and answered about ${Number(rate)} a second. Raise that limit for the check.`
  }
}

/** Whether one operation alone is limited, such as that which makes users or sessions: all others can be checked. */
const isOfOne = (away: readonly string[]): boolean =>
  new Set(away).size === 1 && away.every((one) => !/^(?:GET|HEAD|OPTIONS) /.test(one))
