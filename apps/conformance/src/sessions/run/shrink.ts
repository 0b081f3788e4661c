/** Finds the shortest session that shows a breach. */
import { hasSecret, type Send, type Session, valuesOf, type Wanted } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import type { Breach } from '../../oracle/examination.ts'
import type { Client } from '../client/client.ts'
import { isTimeout } from '../client/connection.ts'
import type { Sent } from '../client/sent.ts'

/** A breach, the response that shows it, and the session in which it came. */
interface Shown {
  readonly breach: Breach
  readonly sent: Sent
  readonly session: Session
}

export interface Shortest extends Shown {
  /** In how many of the responses to equal requests it shows; set where that is not all of them. */
  readonly howOften?: { readonly shown: number; readonly asked: number }
}

/** The same is asked again at most this many times, to tell how often something shows. */
const maxRepeats = 9

/** At most this many sessions are tried, and for at most this long. */
const maxTries = 120
const maxMs = 5000

/**
 * Tries the request alone, then the session up to it; then leaves out steps, and what is unusual about the requests. A
 * breach that shows neither alone nor in its session is tried several times, to tell how often it shows.
 */
export async function findShortest(shown: Shown, client: Client): Promise<Shortest> {
  const { sent, session, breach } = shown
  const wholes = endingWith(session, sent.step)
  const whole = wholes.at(-1) ?? session
  const attempt = new Attempt(breach.rule, isTimeout(sent.outcome) ? client.hasty() : client)
  const last = lastOf(whole)
  const single = last === undefined ? undefined : [withoutPlace(last)]
  if (single !== undefined && (await attempt.shows(single))) {
    await attempt.simplify()
  } else if ((await attempt.showsAny(wholes)) || (await attempt.showsWhole(session, sent.step))) {
    await attempt.dropSteps()
    await attempt.simplify()
  } else {
    const asked = await attempt.repeat(single ?? whole, maxRepeats)
    return { ...shown, session: single ?? whole, howOften: { shown: 1 + attempt.count, asked: 1 + asked } }
  }
  return attempt.best ?? shown
}

/** The session up to the request. Where requests are simultaneous, also three times with all others before it. */
function endingWith(session: Session, step: number): readonly Session[] {
  const isCrowd = session.some((one) => 'ask' in one && one.wait === false && one.on !== undefined)
  const crowd = [...session.toSpliced(step, 1), ...session.slice(step, step + 1)]
  return [session.slice(0, step + 1), ...(isCrowd ? [crowd, crowd, crowd] : [])]
}

const lastOf = (session: Session): Send | undefined => {
  const step = session.at(-1)
  return step !== undefined && 'ask' in step ? step : undefined
}

const withoutPlace = ({ ask, cut, seenToEnd }: Send): Send => ({
  ask,
  ...(cut !== undefined && { cut }),
  ...(seenToEnd !== undefined && { seenToEnd }),
})

/** The request cut at fewer places, or not at all, or with less that is unusual about it. */
function simplerThan(send: Send): readonly Send[] {
  const { cut = [], ...whole } = send
  const middle = cut.length >> 1
  const fewer = [cut.slice(0, middle), cut.slice(middle)].filter(({ length }) => length < cut.length)
  const cutAt = (places: readonly number[]): Send => (places.length === 0 ? whole : { ...send, cut: places })
  const asking = (ask: Wanted): Send => ({ ...send, ask })
  return [
    ...fewer.map((places) => cutAt(places)),
    // Where the end of the connection is awaited, it must be asked for.
    ...(send.ask.simpler?.() ?? [])
      .filter(({ request }) => send.seenToEnd !== true || valuesOf(request, 'connection').length > 0)
      .map((ask) => asking(ask)),
    ...smallerThan(send.ask.request).map((request) => asking({ request })),
  ]
}

/**
 * The request without content, some parts of its query, or some of its fields: a half, a quarter or an eighth at a time.
 * It stays the same caller's.
 */
export function smallerThan(request: SentRequest): readonly SentRequest[] {
  if (request.bytes !== undefined) return []
  const { body, ...bare } = request
  const { target, fields } = bare
  const [path = '', ...rest] = target.split('?')
  const parts = rest.join('?').split('&')
  const secret = parts.filter((part) => hasSecret(part))
  const others = parts.filter((part) => !secret.includes(part))
  const targets =
    parts.length < 2 ? [] : without(others).map((some) => `${path}?${[...some, ...secret].join('&')}`)
  const needed = fields.filter(([name, value]) => isNeeded.test(name) || hasSecret(value))
  const fewer = without(fields.filter((field) => !needed.includes(field)))
  return [
    ...(body === undefined ? [] : [{ ...bare, fields: fields.filter(([name]) => !ofContent.test(name)) }]),
    ...targets.map((own) => Object.assign({}, request, { target: own })),
    ...fewer.map((some) => Object.assign({}, request, { fields: needed.concat(some) })),
  ]
}

/** Fields that say how content is sent: they are left out together with it. */
const ofContent = /^(?:content-.*|transfer-encoding|trailer|expect)$/i

const isNeeded = /^(?:host|authorization|connection|content-length|transfer-encoding|expect)$/i

const without = <Item>(all: readonly Item[]): readonly (readonly Item[])[] =>
  [2, 4, 8].flatMap((share) => {
    const size = Math.ceil(all.length / share)
    const from = Array.from({ length: share }, (_, at) => at * size).filter((at) => at < all.length)
    return from.map((at) => all.toSpliced(at, size))
  })

/** Tries sessions, and remembers the last one that showed the breach. */
class Attempt {
  readonly #rule: string
  readonly #client: Client
  readonly #end = performance.now() + maxMs
  #tries = 0
  /** How many steps follow the request that is answered wrongly. */
  #behind = 0
  best: Shown | undefined
  /** How often the breach showed. */
  count = 0

  constructor(rule: string, client: Client) {
    this.#rule = rule
    this.#client = client
  }

  get #isOver(): boolean {
    return this.#tries >= maxTries || performance.now() > this.#end
  }

  /** Whether the last request of the session, or the one with that many steps behind it, is answered wrongly again. */
  async shows(session: Session, behind = this.#behind): Promise<boolean> {
    this.#tries += 1
    const all = await this.#client.play(session)
    const sent = all.find(({ step }) => step === session.length - 1 - behind)
    const breach =
      sent && this.#client.context.oracle.examine(sent).breaches.find(({ rule }) => rule === this.#rule)
    if (sent === undefined || breach === undefined) return false
    this.best = { breach, sent, session }
    this.#behind = behind
    this.count += 1
    return true
  }

  /** Whether the whole session shows it, with what is pipelined behind the request, or with the pauses within a lone one. */
  async showsWhole(session: Session, step: number): Promise<boolean> {
    const behind = session.length - 1 - step
    // Without any of these, it was tried before.
    return (behind > 0 || session.length === 1) && (await this.shows(session, behind))
  }

  /** Whether one of the sessions of more than one step shows it: the first that does is the last to be tried. */
  async showsAny(sessions: readonly Session[]): Promise<boolean> {
    for (const session of sessions) if (session.length > 1 && (await this.shows(session))) return true
    return false
  }

  /** Resolves to how often the request was sent, counting one try before these. */
  async repeat(session: Session, times: number): Promise<number> {
    const before = this.#tries
    for (let time = 0; time < times && !this.#isOver; time += 1) await this.shows(session)
    return this.#tries - before + 1
  }

  /** Leaves out steps before the request, and behind it: half of them, then a quarter, and so on. */
  async dropSteps(): Promise<void> {
    let session = this.best?.session ?? []
    for (let size = session.length >> 1; size >= 1 && !this.#isOver; size >>= 1) {
      for (let at = 0; at < session.length && !this.#isOver;) {
        const own = session.length - 1 - this.#behind
        const count = Math.min(size, (at < own ? own : session.length) - at)
        const shorter = session.toSpliced(at, count)
        if (at === own) at += 1
        else if (await this.shows(shorter, at < own ? this.#behind : this.#behind - count)) session = shorter
        else at += count
      }
    }
  }

  /** Takes away what is unusual about the requests, the last one first, as long as the breach still shows. */
  async simplify(): Promise<void> {
    const { length } = this.best?.session ?? []
    for (let at = length - 1; at >= 0; at -= 1) await this.#simplifyAt(at)
  }

  async #simplifyAt(at: number): Promise<void> {
    for (let isSimpler = true; isSimpler && !this.#isOver;) {
      isSimpler = false
      const session = this.best?.session ?? []
      const step = session[at]
      for (const simpler of step !== undefined && 'ask' in step ? simplerThan(step) : []) {
        if (this.#isOver) break
        isSimpler = await this.shows(session.with(at, simpler))
        if (isSimpler) break
      }
    }
  }
}
