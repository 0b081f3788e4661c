/** One connection of a session: sends requests, and receives what comes for each, as a client does that may lose them. */
import {
  closesConnection,
  holdsContentBack,
  type Outcome,
  type RawConnection,
  type RawResponse,
  seeEnd,
  type Send,
  sendRequest,
  unowedPatienceMs,
  valuesOf,
} from '@plant-store/raw-http'
import type { Liveness } from './liveness.ts'
import { type Context, isMissed, open, receive, record, type Sent, type Waiting } from './sent.ts'

/** A connection on which nothing came for this long has rested. On a busy machine, a request may reach the service as late. */
const idleMs = 500

/** No service gives up on a request sooner than this. */
const lateMs = 2000

/** A service that ends connections late does so each time: their ends are awaited for about this long, all together. */
const mostEndsMs = 15_000
const lateEndMs = 500

export class SessionConnection implements Disposable {
  readonly #context: Context
  readonly #liveness: Liveness
  readonly #sent: Sent[]
  #connection: RawConnection | undefined
  #waiting: Waiting[] = []
  /** How many responses have come on it. */
  #responses = 0
  /** When it was asked for, or the last request answered on it was whole: no service's timeout starts before that. */
  #since = Date.now()

  /** It is opened when it is used, or before. What came for each request is added to `sent` as it comes. */
  constructor(context: Context, liveness: Liveness, sent: Sent[]) {
    this.#context = context
    this.#liveness = liveness
    this.#sent = sent
  }

  [Symbol.dispose](): void {
    this.#connection?.[Symbol.dispose]()
  }

  async open(): Promise<void> {
    this[Symbol.dispose]()
    this.#since = Date.now()
    this.#connection = await open(this.#context)
    this.#responses = 0
  }

  /** Responses to waiting requests are not read before the rest is over. */
  async rest(over: Promise<void>): Promise<void> {
    if (this.#waiting.length > 0) this.#connection?.socket.pause()
    await over
    this.#connection?.socket.resume()
  }

  async send(send: Send, step: number): Promise<void> {
    const { oracle, secrets } = this.#context
    const isAlone = [...this.#waiting, { send }].some((one) => standsAlone(one.send))
    // The given contract does not speak of pipelining.
    if (isAlone || !oracle.isFree || !this.#isOpen) await this.receiveAll()
    if (!this.#isOpen) await this.open()
    const waiting: Waiting = { step, send, startedAt: new Date() }
    this.#waiting.push(waiting)
    // A service that has read enough may stop reading: its response counts, not whether everything was sent.
    const written = sendRequest(this.#connection, send, secrets)
    if (send.cut !== undefined) {
      await written
      waiting.delayMs = Date.now() - wholeAt(waiting)
    }
    if (send.wait !== false) await this.receiveAll()
  }

  /**
   * Receives the responses to all waiting requests. Those behind the one that ends the connection are not owed there: they
   * are sent again, one after the other, as a client does (RFC 9112, 9.3.2).
   */
  async receiveAll(): Promise<void> {
    const waiting = this.#waiting.splice(0)
    const left = waiting.length === 0 ? undefined : await this.#receiveUntilClosed(waiting)
    if (left === undefined) return
    this[Symbol.dispose]()
    this.#connection = undefined
    for (const { send, step } of left) {
      const { wait: _wait, withNext: _withNext, ...alone } = send
      await this.#liveness.admit(1)
      await this.send(alone, step)
    }
  }

  get #isOpen(): boolean {
    return this.#connection?.state === 'open'
  }

  /** Resolves to the requests that were not answered when the connection ended; to undefined where it stays open. */
  async #receiveUntilClosed(waiting: readonly Waiting[]): Promise<readonly Waiting[] | undefined> {
    for (const [index, one] of waiting.entries()) {
      const { owed } = this.#context.oracle.analyse(one.send.ask.request)
      const left = waiting.slice(index + 1)
      const outcome = await this.#outcomeOf([one, ...left], owed)
      // A service that closes with requests unread resets the connection: the last responses are lost (RFC 9112, 9.6).
      if (left.length > 0 && this.#isBrokenOff(outcome)) return [one, ...left]
      if (isLate(outcome, this.#since, one)) return left
      this.#since = wholeAt(one)
      const had = record(this.#context, one, outcome, this.#connection)
      this.#sent.push(had)
      this.#responses += 1
      this.#liveness.hasReused ||= this.#responses > 1
      this.#liveness.see(had, owed)
      // Nothing takes longer than waiting.
      if (isMissed(outcome, owed)) return []
      if (!staysOpen(outcome, one.send)) return left
      if (left.length === 0 && !isLastOn(one.send, owed, outcome)) return undefined
    }
    return []
  }

  /** What comes for the first of the waiting requests. Where a response may have got lost, they are sent `again` times more. */
  async #outcomeOf(waiting: readonly [Waiting, ...Waiting[]], owed: string, again = 2): Promise<Outcome> {
    const timeoutMs = owed === 'nothing' ? unowedPatienceMs : this.#liveness.patienceMs
    const outcome = await receive(this.#context, this.#connection, timeoutMs, waiting.length === 1)
    const [one] = waiting
    if (this.#isToRepeat(one, outcome, again)) {
      // The client then repeats the request on a new connection, where it has to be answered (RFC 9112, 9.3.1).
      await this.#liveness.admit(waiting.length)
      await this.open()
      for (const { send } of waiting) void sendRequest(this.#connection, send, this.#context.secrets)
      return this.#outcomeOf(waiting, owed, again - 1)
    }
    return one.send.seenToEnd === true && 'status' in outcome ? this.#seeEnd(outcome) : outcome
  }

  /**
   * Whether the request is sent once more, on a new connection: a client can't know whether the service has read it. A
   * service may also answer before it has read all, and close the connection (RFC 9112, 9.6): what is sent then breaks it on
   * this side before the response is read.
   */
  #isToRepeat(waiting: Waiting, outcome: Outcome, again: number): boolean {
    if (this.#connection === undefined) return false
    const isReset = 'noResponse' in outcome && outcome.noResponse === 'reset'
    const isPerhapsLost = isReset && this.#connection.isWriteBroken
    return this.#isClosing(waiting, outcome, this.#connection) || (again > 0 && isPerhapsLost)
  }

  /**
   * Whether this is what comes where the service has closed the connection, or was about to, before the request reached it.
   * It may do so behind any response without a word (RFC 9112, 9.5), and after a rest with 408. It can't be so where the
   * beginning of a request was sent a while before the rest of it.
   */
  #isClosing({ send, startedAt }: Waiting, outcome: Outcome, connection: RawConnection): boolean {
    const sentAt = startedAt.getTime()
    const hasRested = sentAt - this.#since > idleMs
    if ('status' in outcome) return hasRested && outcome.status === 408
    if (outcome.noResponse === 'timeout' || outcome.partial !== undefined) return false
    const { endedAt = sentAt } = connection
    const isBegun = send.pauseMs !== undefined && endedAt - sentAt > idleMs
    return hasRested || (this.#responses > 0 && !isBegun)
  }

  /** Whether the connection was reset before the response was whole. */
  #isBrokenOff(outcome: Outcome): boolean {
    return 'noResponse' in outcome
      ? outcome.noResponse === 'reset'
      : outcome.faults.length > 0 && this.#connection?.state === 'reset'
  }

  /** Resolves to the response, with faults where bytes follow it or where the connection stays open. */
  async #seeEnd(response: RawResponse): Promise<RawResponse> {
    if (this.#connection === undefined || this.#liveness.endsMs > mostEndsMs) return response
    const beganAt = performance.now()
    const seen = await seeEnd(this.#connection, response)
    const took = performance.now() - beganAt
    if (took > lateEndMs) this.#liveness.endsMs += took
    return seen
  }
}

/** The first moment at which the answered request may have been whole, in ms of the clock. */
const wholeAt = ({ send: { cut = [], pauseMs = 0 }, startedAt }: Waiting): number =>
  Math.min(Date.now(), startedAt.getTime() + cut.length * pauseMs)

/**
 * Whether a refusal is excused. On a busy machine a request may take so long to arrive that a service is right not to wait
 * for the rest: its timeout starts when it has the connection, or is done with the request before. `since` is no later
 * than that, in ms of the clock. Where only this machine can have kept the rest, another status than 408 will do.
 */
const isLate = (outcome: Outcome, since: number, { delayMs = 0 }: Waiting): boolean =>
  'status' in outcome &&
  (outcome.status === 408
    ? Date.now() - since > lateMs
    : outcome.status >= 400 && outcome.status < 500 && delayMs > lateMs)

/**
 * Whether there is a response, and something can follow on the same connection. After an HTTP/1.0 request a service may
 * close it unless its response says keep-alive (RFC 9112, 9.3).
 */
function staysOpen(outcome: Outcome, { ask: { request } }: Send): outcome is RawResponse {
  if (!('status' in outcome) || closesConnection(outcome)) return false
  const isOld = request.bytes?.includes(' HTTP/1.0\r\n') === true
  return !isOld || /\bkeep-alive\b/i.test(valuesOf(outcome, 'connection').join())
}

/**
 * Whether nothing more is sent on the connection: the service may have lost its place there, which is no breach. Content
 * held back and not asked for is still due: what follows may be taken for it (RFC 9110, 10.1.1).
 */
const isLastOn = (send: Send, owed: string, { interim = [] }: RawResponse): boolean =>
  owed === 'nothing' || offersUpgrade(send) || (holdsContentBack(send.ask.request) && !interim.includes(100))

/** After such an offer, servers made with Node 24 leave malformed requests unanswered; they are not accused of it. */
const offersUpgrade = ({ ask: { request } }: Send): boolean => valuesOf(request, 'upgrade').length > 0

/** Nothing can follow content until it is asked for, nor a request that may be the last of its protocol. */
const standsAlone = (send: Send): boolean => holdsContentBack(send.ask.request) || offersUpgrade(send)
