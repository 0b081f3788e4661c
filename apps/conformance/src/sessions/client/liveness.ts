/** Whether a service still answers, and how long it is waited for: one that leaves one kind of request unanswered is still asked all others. */
import { patienceMs, sendRequest } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import { type Context, isMissed, isTimeout, open, Over, receive, record, type Sent } from './sent.ts'

/** After this many requests in a row without a response, a probe finds out whether the service still answers at all. */
const manyMissed = 8

/** After this many timeouts, further responses are awaited for a shorter time, longer than the five seconds of usual timeouts. */
const enough = 3
const hastyMs = 6000

export class Liveness {
  /** Whether a connection was used for more than one request. */
  hasReused = false
  /** How long ends of connections were awaited that came late. */
  endsMs = 0
  readonly #context: Context
  readonly #patienceMs: number
  #timeouts: number
  #last: Sent | undefined
  #missedInARow = 0
  /** The first request that was answered. */
  #answered: SentRequest | undefined
  #probe: Promise<boolean> | undefined

  /** After so many `timeouts`, it does not wait as long again. */
  constructor(context: Context, timeouts: number) {
    this.#context = context
    this.#patienceMs = context.patienceMs ?? patienceMs
    this.#timeouts = timeouts
  }

  /** How long a response is awaited. */
  get patienceMs(): number {
    return this.#timeouts < (this.#answered === undefined ? 1 : enough)
      ? this.#patienceMs
      : Math.min(hastyMs, this.#patienceMs)
  }

  /** Counts the request as answered, or as missed. */
  see(sent: Sent, owed: string): void {
    if (isMissed(sent.outcome, owed)) {
      this.#last = sent
      this.#missedInARow += 1
      if (isTimeout(sent.outcome)) this.#timeouts += 1
    } else if ('status' in sent.outcome) {
      this.#answered ??= sent.request
      this.#missedInARow = 0
    }
  }

  /** Resolves when so many requests may be sent; rejects when none may be sent any more: with `Over`, or when the check ends. */
  async admit(count: number): Promise<void> {
    const { signal, timeUp, pace } = this.#context.collector
    await pace.take(count)
    signal.throwIfAborted()
    if (timeUp.aborted) throw new Over()
    // One that has never answered is given up sooner: it would be waited for each time.
    const most = this.#answered === undefined ? enough : manyMissed
    if (this.#last === undefined || this.#missedInARow < most) return
    // Sessions that ask at the same time share one probe.
    this.#probe ??= this.#isAlive().finally(() => (this.#probe = undefined))
    if (!(await this.#probe)) throw new Over(this.#last)
    this.#missedInARow = 0
  }

  /** Waits up to `timeoutMs` for a response, even if none is owed. */
  async askAlone(request: SentRequest, timeoutMs: number): Promise<Sent> {
    using connection = await open(this.#context)
    const waiting = { step: 0, send: { ask: { request } }, startedAt: new Date() }
    void sendRequest(connection, waiting.send, this.#context.secrets)
    const outcome = await receive(this.#context, connection, timeoutMs)
    return record(this.#context, waiting, outcome, connection)
  }

  /** Whether the request that was answered first still is. */
  async #isAlive(): Promise<boolean> {
    if (this.#answered === undefined) return false
    const { outcome } = await this.askAlone(this.#answered, this.#patienceMs)
    return 'status' in outcome
  }
}
