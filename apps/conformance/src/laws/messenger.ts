/** Sends requests and records what comes: every exchange of the laws goes through here. */
import { closesConnection } from '@plant-store/testkit'
import type { Answer, SentRequest } from '../exchange.ts'
import type { Court } from '../court/judge.ts'
import { Lanes } from './lanes.ts'
import { GaveUp } from './gave-up.ts'
import { TimeUp } from './time-up.ts'
import type { Analysis, Owed } from './oracle/analysis.ts'
import { type Pace, paceFor } from './pace.ts'
import { holdsContentBack, rewriteRequest, toHead, toText } from './request.ts'
import type { Secrets } from './secrets.ts'
import type { Sent } from './sent.ts'
import { toCurl } from './to-curl.ts'
import {
  endPatienceMs,
  type Line,
  openLine,
  type Outcome,
  patienceMs,
  receiveOne,
  unowedPatienceMs,
} from './wire.ts'

/** What the messenger works for. */
export interface Errand {
  readonly url: string
  readonly court: Court
  readonly secrets: Secrets
  /** Which caller a request speaks for, and whether it is owed an answer. */
  readonly analyse: (request: SentRequest) => Pick<Analysis, 'caller' | 'owed'>
}

/** A service that leaves so many requests unanswered is known to be broken: waiting for more tells nothing. */
const enoughSilences = 8

/** How a request is sent, and what is waited for. */
export interface Waiting {
  /** Wait for the end of the connection, to see all that comes: only for a request that asks for it. */
  readonly isSeenToEnd?: boolean
  readonly timeoutMs?: number
  /** Where no answer is owed, none is waited for for long, and none is missed. */
  readonly owed?: Owed
}

export class Messenger {
  readonly #errand: Errand
  readonly #lanes: Lanes
  #pace = paceFor(1)
  readonly #missed: Sent[] = []

  constructor(errand: Errand) {
    this.#errand = errand
    this.#lanes = new Lanes(this.#pace.width)
  }

  get pace(): Pace {
    return this.#pace
  }

  set pace(pace: Pace) {
    this.#pace = pace
    this.#lanes.resize(pace.width)
  }

  /** On a connection of its own. */
  send(request: SentRequest, waiting: Waiting = {}): Promise<Sent> {
    return this.#lanes.run(() => this.#sendOne(request, waiting))
  }

  /** The same while nothing else is under way. */
  sendAlone(request: SentRequest, waiting: Waiting = {}): Promise<Sent> {
    return this.#lanes.runAlone(() => this.#sendOne(request, waiting))
  }

  /** Beside all others, and for as long as it takes; who answers nothing at all is not blamed for that. */
  wait(request: SentRequest, timeoutMs: number): Promise<Sent> {
    return this.#sendOne(request, { timeoutMs, owed: 'nothing' })
  }

  /** Each on its own connection, sent together when all connections are there. */
  burst(requests: readonly SentRequest[]): Promise<readonly Sent[]> {
    return this.#lanes.runAlone(async () => {
      this.#throwIfOver()
      const opened = await Promise.allSettled(requests.map(() => openLine(this.#errand.url)))
      const lines = opened.map((one) => (one.status === 'fulfilled' ? one.value : undefined))
      try {
        const refused = opened.find((one) => one.status === 'rejected')
        if (refused !== undefined) throw refused.reason
        return await Promise.all(requests.map((request, index) => this.#exchange(lines[index], request)))
      } finally {
        for (const line of lines) line?.[Symbol.dispose]()
      }
    })
  }

  /** One after the other on one connection, as long as it lasts: what the service leaves unanswered is not in it. */
  inTurn(requests: readonly SentRequest[]): Promise<readonly Sent[]> {
    return this.#lanes.run(async () => {
      using line = await openLine(this.#errand.url)
      const sent: Sent[] = []
      for (const request of requests) {
        this.#throwIfOver()
        sent.push(await this.#exchange(line, request))
        if (line?.raw.state !== 'open' || isEnd(sent.at(-1))) {
          break
        }
      }
      return sent
    })
  }

  /** All at once on one connection; the answers come in their order, up to the one that ends it. */
  pipeline(requests: readonly SentRequest[]): Promise<readonly Sent[]> {
    return this.#lanes.run(async () => {
      this.#throwIfOver()
      using line = await openLine(this.#errand.url)
      const startedAt = new Date()
      const text = requests.map((request) => toText(request)).join('')
      void line?.raw.send(
        this.#errand.secrets.reveal(text),
        requests.map(({ method }) => method),
      )
      const sent: Sent[] = []
      for (const [index, request] of requests.entries()) {
        const isLast = index === requests.length - 1
        const outcome = line === undefined ? unreachable : await this.#receive(line, { isLast })
        const { owed } = this.#errand.analyse(request)
        sent.push(this.#note(this.#record(request, outcome, startedAt, line), { owed }))
        if (isEnd(sent.at(-1))) {
          break
        }
      }
      return sent
    })
  }

  async #sendOne(request: SentRequest, options: Waiting): Promise<Sent> {
    this.#throwIfOver()
    using line = await openLine(this.#errand.url)
    return await this.#exchange(line, request, options)
  }

  async #exchange(line: Line | undefined, request: SentRequest, options: Waiting = {}): Promise<Sent> {
    const startedAt = new Date()
    const waiting = { owed: this.#errand.analyse(request).owed, ...options }
    // A service that has heard enough may stop reading: what it says counts, not whether all was sent.
    void this.#write(line, request)
    const outcome = line === undefined ? unreachable : await this.#await(line, waiting)
    return this.#note(this.#record(request, outcome, startedAt, line), waiting)
  }

  async #write(line: Line | undefined, request: SentRequest): Promise<void> {
    const { secrets } = this.#errand
    if (!holdsContentBack(request)) {
      await line?.raw.send(secrets.reveal(toText(request)))
      return
    }
    void line?.raw.send(secrets.reveal(toHead(request)))
    const first = await line?.raw.peek(patienceMs)
    if (first?.status === 100) {
      await line?.raw.send(secrets.reveal(request.body ?? ''), [])
    }
  }

  async #await(line: Line, { isSeenToEnd = false, owed, timeoutMs }: Waiting): Promise<Outcome> {
    const patience = timeoutMs ?? (owed === 'nothing' ? unowedPatienceMs : patienceMs)
    const outcome = await this.#receive(line, { timeoutMs: patience })
    if (!isSeenToEnd || 'silence' in outcome) {
      return outcome
    }
    const state = await line.raw.ended(endPatienceMs)
    const surplus = line.raw.surplus.length
    const excess = surplus > 0 && outcome.faults.length === 0 ? [`${surplus} octets follow it`] : []
    const deafness = state === 'open' ? ['the connection stays open although its end was asked for'] : []
    return { ...outcome, faults: [...outcome.faults, ...excess, ...deafness] }
  }

  #throwIfOver(): void {
    this.#errand.court.signal.throwIfAborted()
    if (this.#errand.court.timeUp.aborted) throw new TimeUp()
    const last = this.#missed.at(enoughSilences - 1)
    if (last !== undefined) {
      throw new GaveUp(last)
    }
  }

  /** Keeps what got no answer although one is owed. */
  #note(sent: Sent, waiting: Waiting): Sent {
    if (isMissed(sent.outcome, waiting)) {
      this.#missed.push(sent)
    }
    return sent
  }

  /** Nobody waits any longer than somebody wants to know. */
  async #receive(line: Line, options: Parameters<typeof receiveOne>[1] = {}): Promise<Outcome> {
    const { signal } = this.#errand.court
    const hangUp = (): void => {
      line.raw.socket.destroy(new Error('Nobody wants to know any more.'))
    }
    signal.throwIfAborted()
    signal.addEventListener('abort', hangUp)
    const outcome = await receiveOne(line, options)
    signal.removeEventListener('abort', hangUp)
    signal.throwIfAborted()
    return outcome
  }

  #record(request: SentRequest, outcome: Outcome, startedAt: Date, line: Line | undefined): Sent {
    const { url, court, secrets, analyse } = this.#errand
    const { caller } = analyse(request)
    const exchange = court.record({
      judge: 'laws',
      ...(caller !== undefined && { caller }),
      request: rewriteRequest(request, (text) => secrets.reveal(text)),
      shown: {
        request: rewriteRequest(request, (text) => secrets.show(text)),
        curl: () => toCurl([request], { url, secrets }),
      },
      answer: outcome,
      startedAt,
      durationMs: Date.now() - startedAt.getTime(),
      connection: line?.number ?? 0,
    })
    return { request, outcome, exchange }
  }
}

const unreachable: Outcome = { silence: 'unreachable' }

/** Whether there is no answer although one is owed. */
const isMissed = (outcome: Outcome, { owed = 'an answer' }: Waiting): boolean =>
  'silence' in outcome && (owed === 'an answer' || outcome.silence === 'unreachable')

/** Whether nothing can follow on the same connection: it was said so, or nothing came. */
const isEnd = (sent: Sent | undefined): boolean =>
  sent !== undefined && ('silence' in sent.outcome || closes(sent.outcome))

const closes = (answer: Answer): boolean => closesConnection({ ...answer, headers: answer.fields })
