/** Sends requests and records what comes: every exchange of the laws goes through here. */
import { closesConnection } from '@plant-store/testkit'
import type { Answer, Exchange, SentRequest } from '../exchange.ts'
import type { Court } from '../judge.ts'
import { GaveUp } from './gave-up.ts'
import { Lanes } from './lanes.ts'
import { type Pace, paceFor } from './pace.ts'
import { rewriteRequest, toText } from './request.ts'
import type { Secrets } from './secrets.ts'
import { type Line, openLine, type Outcome, patienceMs, receiveOne } from './wire.ts'

/** What the messenger works for. */
export interface Errand {
  readonly url: string
  readonly court: Court
  readonly secrets: Secrets
  /** Which caller a request speaks for. */
  readonly callerOf: (request: SentRequest) => number | undefined
}

/** One that was sent, and what came. */
export interface Sent {
  /** With stand-ins for the tokens. */
  readonly request: SentRequest
  readonly outcome: Outcome
  readonly exchange: Exchange
}

/** A service that leaves so many requests unanswered is known to be broken: waiting for more tells nothing. */
const enoughSilences = 8

interface Waiting {
  readonly isSeenToEnd?: boolean
  readonly timeoutMs?: number
}

export class Messenger {
  readonly #errand: Errand
  readonly #lanes: Lanes
  #pace = paceFor(1)
  #silences = 0

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

  /** On a connection of its own. `isSeenToEnd` waits for the end of the connection, to see all that comes. */
  send(request: SentRequest, { isSeenToEnd = false } = {}): Promise<Sent> {
    return this.#lanes.run(() => this.#sendOne(request, { isSeenToEnd }))
  }

  /** The same while nothing else is under way. */
  sendAlone(request: SentRequest, { isSeenToEnd = false } = {}): Promise<Sent> {
    return this.#lanes.runAlone(() => this.#sendOne(request, { isSeenToEnd }))
  }

  /** Beside all others, and for as long as it takes. */
  wait(request: SentRequest, timeoutMs: number): Promise<Sent> {
    return this.#sendOne(request, { timeoutMs })
  }

  /** Each on its own connection, sent together when all connections are there. */
  burst(requests: readonly SentRequest[]): Promise<readonly Sent[]> {
    return this.#lanes.runAlone(async () => {
      this.#throwIfOver()
      const lines = await Promise.all(requests.map(() => openLine(this.#errand.url)))
      try {
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
        sent.push(this.#record(request, outcome, startedAt, line))
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

  async #exchange(
    line: Line | undefined,
    request: SentRequest,
    { isSeenToEnd = false, timeoutMs = patienceMs }: Waiting = {},
  ): Promise<Sent> {
    const startedAt = new Date()
    const text = this.#errand.secrets.reveal(toText(request))
    // A service that has heard enough may stop reading: what it says counts, not whether all was sent.
    void line?.raw.send(text)
    const outcome = line === undefined ? unreachable : await this.#receive(line, { timeoutMs })
    if (isSeenToEnd && line !== undefined && !('silence' in outcome)) {
      await unlessAborted(line.raw.ended(lastWordsMs), this.#errand.court.signal)
      const surplus = line.raw.surplus.length
      const excess = surplus > 0 && outcome.faults.length === 0 ? [`${surplus} octets follow it`] : []
      return this.#record(request, { ...outcome, faults: [...outcome.faults, ...excess] }, startedAt, line)
    }
    return this.#record(request, outcome, startedAt, line)
  }

  #throwIfOver(): void {
    this.#errand.court.signal.throwIfAborted()
    if (this.#silences >= enoughSilences) {
      throw new GaveUp('The service stopped answering.')
    }
  }

  /** Nobody waits any longer than somebody wants to know. */
  #receive(line: Line, options: Parameters<typeof receiveOne>[1] = {}): Promise<Outcome> {
    return unlessAborted(receiveOne(line, options), this.#errand.court.signal)
  }

  #record(request: SentRequest, outcome: Outcome, startedAt: Date, line: Line | undefined): Sent {
    const { court, secrets, callerOf } = this.#errand
    const caller = callerOf(request)
    this.#silences += 'silence' in outcome ? 1 : 0
    const exchange = court.record({
      judge: 'laws',
      ...(caller !== undefined && { caller }),
      request: rewriteRequest(request, (text) => secrets.show(text)),
      answer: outcome,
      startedAt,
      durationMs: Date.now() - startedAt.getTime(),
      connection: line?.number ?? 0,
    })
    return { request, outcome, exchange }
  }
}

const unreachable: Outcome = { silence: 'unreachable' }
/** A service that was asked to close the connection does so at once, or not at all. */
const lastWordsMs = 500

/** Whether nothing can follow on the same connection: it was said so, or nothing came. */
const isEnd = (sent: Sent | undefined): boolean =>
  sent !== undefined && ('silence' in sent.outcome || closes(sent.outcome))

const closes = (answer: Answer): boolean => closesConnection({ ...answer, headers: answer.fields })

async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
