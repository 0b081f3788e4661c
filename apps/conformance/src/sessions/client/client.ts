/** Plays sessions over connections of its own, and has every exchange recorded. */
import {
  abandonRequest,
  burstAt,
  type RawResponse,
  openAtFirst,
  type Outcome,
  type RawConnection,
  seeEnd,
  type Send,
  sendRequest,
  type Session,
  unowedPatienceMs,
} from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import {
  connectionOf,
  isBrokenOff,
  isLastOn,
  isLate,
  isMissed,
  isOpen,
  isToRepeat,
  open,
  receive,
  rest,
  type SessionConnection,
  standsAlone,
  staysOpen,
  wholeAt,
} from './connection.ts'
import { Liveness } from './liveness.ts'
import { Over } from './over.ts'
import { type Context, record, type Sent, type Waiting } from './sent.ts'

/** A service that ends connections late does so each time: their ends are awaited for about this long, all together. */
const mostEndsMs = 15_000
const lateMs = 500

export class Client {
  readonly context: Context
  /** Whether a connection was used for more than one request. */
  hasReused = false
  /** Whether a request was answered that was sent before the response to another had come; undefined where none was sent so. */
  hasPipelined: boolean | undefined
  #endsMs = 0
  readonly #liveness: Liveness

  /** After so many `timeouts`, it does not wait as long again. */
  constructor(context: Context, timeouts = 0) {
    this.context = context
    this.#liveness = new Liveness(context.patienceMs, (...probe) => this.#askAlone(...probe), timeouts)
  }

  /**
   * Resolves when every owed response has come; each is added to `sent` as it comes. Rejects when the service has stopped
   * answering, the time is up, or the check was ended.
   */
  async play(session: Session, sent: Sent[] = []): Promise<readonly Sent[]> {
    const { secrets, oracle } = this.context
    const connections = new Map<number, SessionConnection>()
    const left: RawConnection[] = []
    try {
      await this.#openFirst(session, connections)
      for (const [index, step] of session.entries()) {
        await this.#admit(burstAt(session, index))
        const before = sent.length
        if ('restMs' in step) await this.#rest(step.restMs, [...connections.values()])
        else if ('abandon' in step) left.push(...(await abandonRequest(this.context, step, secrets)))
        else await this.#send(step, index, connectionOf(connections, step.on ?? 0), sent)
        // After a missing response the rest of the session is left out: nothing takes longer than waiting.
        if (sent.slice(before).some((one) => isMissed(one.outcome, oracle.analyse(one.request).owed))) break
      }
      for (const own of connections.values()) await this.#receiveAll(own, sent)
      return sent.toSorted((one, other) => one.step - other.step)
    } finally {
      for (const { connection } of connections.values()) connection?.[Symbol.dispose]()
      for (const connection of left) connection[Symbol.dispose]()
    }
  }

  /** Waits up to `timeoutMs` for a response, though none is owed. */
  waitFor(request: SentRequest, timeoutMs: number): Promise<Sent> {
    return this.#admit(1).then(() => this.#askAlone(request, timeoutMs))
  }

  async #askAlone(request: SentRequest, timeoutMs: number): Promise<Sent> {
    using connection = await open(this.context)
    const waiting = { step: 0, send: { ask: { request } }, startedAt: new Date() }
    void sendRequest(connection, waiting.send, this.context.secrets)
    const outcome = await receive(this.context, connection, { isLast: true, timeoutMs })
    return record(this.context, waiting, outcome, connection)
  }

  /**
   * Opens the connections of simultaneous requests, and one that rests first, before anything is sent. By the given
   * contract alone, each opens when it is used: a service with one thread may wait for the first connection to speak.
   */
  async #openFirst(session: Session, connections: Map<number, SessionConnection>): Promise<void> {
    if (!this.context.oracle.isFree) return
    const opened = await Promise.allSettled(
      [...openAtFirst(session)].map((on) => this.#reopen(connectionOf(connections, on))),
    )
    const failed = opened.find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async #send(send: Send, step: number, own: SessionConnection, sent: Sent[]): Promise<void> {
    const { oracle } = this.context
    // The given contract does not speak of pipelining.
    const isLone =
      !oracle.isFree || !isOpen(own) || [...own.waiting, { send }].some((one) => standsAlone(one.send))
    if (isLone && own.waiting.length > 0) await this.#receiveAll(own, sent)
    if (!isOpen(own)) await this.#reopen(own)
    const waiting: Waiting = { step, send, startedAt: new Date() }
    own.waiting.push(waiting)
    // A service that has read enough may stop reading: its response counts, not whether everything was sent.
    const written = sendRequest(own.connection, send, this.context.secrets)
    if (send.cut !== undefined) {
      await written
      waiting.delayMs = Date.now() - wholeAt(waiting)
    }
    if (send.wait !== false) await this.#receiveAll(own, sent)
  }

  async #reopen(own: SessionConnection): Promise<void> {
    own.connection?.[Symbol.dispose]()
    own.since = Date.now()
    own.connection = await open(this.context)
    own.responses = 0
    own.isRested = false
  }

  /**
   * Receives the responses to all waiting requests. Those behind the one that ends the connection are not owed there: they
   * are sent again, one after the other, as a client does (RFC 9112, 9.3.2).
   */
  async #receiveAll(own: SessionConnection, sent: Sent[]): Promise<void> {
    const waiting = own.waiting.splice(0)
    if (waiting.length > 1) this.hasPipelined ??= false
    const left = await this.#receiveUntilClosed(own, waiting, sent)
    if (left === undefined) return
    own.connection?.[Symbol.dispose]()
    own.connection = undefined
    for (const { send, step } of left) {
      const { wait: _wait, withNext: _withNext, ...alone } = send
      await this.#admit(1)
      await this.#send(alone, step, own, sent)
    }
  }

  /** Resolves to the requests that were not answered when the connection ended; to undefined where it stays open. */
  async #receiveUntilClosed(
    own: SessionConnection,
    waiting: readonly Waiting[],
    sent: Sent[],
  ): Promise<readonly Waiting[] | undefined> {
    for (const [index, one] of waiting.entries()) {
      const { owed } = this.context.oracle.analyse(one.send.ask.request)
      const left = waiting.slice(index + 1)
      const outcome = await this.#outcomeOf(own, [one, ...left], owed)
      // A service that closes with requests unread resets the connection: the last responses are lost (RFC 9112, 9.6).
      if (left.length > 0 && isBrokenOff(outcome, own.connection)) return [one, ...left]
      if (isLate(outcome, own.since, one)) return left
      own.since = wholeAt(one)
      const had = record(this.context, one, outcome, own.connection)
      sent.push(had)
      own.responses += 1
      this.hasReused ||= own.responses > 1
      if (index > 0) this.hasPipelined = true
      this.#liveness.see(had, owed)
      // Nothing takes longer than waiting.
      if (isMissed(outcome, owed)) return []
      if (!staysOpen(outcome, one.send)) return left
      if (left.length === 0 && !isLastOn(one.send, owed, outcome)) return undefined
    }
    return []
  }

  /** What comes for the first of the waiting requests. Where a response may have got lost, they are sent `again` times more. */
  async #outcomeOf(
    own: SessionConnection,
    waiting: readonly [Waiting, ...Waiting[]],
    owed: string,
    again = 2,
  ): Promise<Outcome> {
    const { connection } = own
    const [one] = waiting
    const timeoutMs = owed === 'nothing' ? unowedPatienceMs : this.#liveness.patienceMs
    const outcome = await receive(this.context, connection, { isLast: waiting.length === 1, timeoutMs })
    if (connection !== undefined && isToRepeat(own, one, outcome, again)) {
      // The client then repeats the request on a new connection, where it has to be answered (RFC 9112, 9.3.1).
      await this.#admit(waiting.length)
      await this.#reopen(own)
      for (const each of waiting) void sendRequest(own.connection, each.send, this.context.secrets)
      return this.#outcomeOf(own, waiting, owed, again - 1)
    }
    own.isRested = false
    return connection !== undefined && one.send.seenToEnd === true && 'status' in outcome
      ? this.#seeEnd(connection, outcome)
      : outcome
  }

  /** Resolves to the response, with faults where bytes follow it or where the connection stays open. */
  async #seeEnd(connection: RawConnection, response: RawResponse): Promise<RawResponse> {
    if (this.#endsMs > mostEndsMs) return response
    const beganAt = performance.now()
    const seen = await seeEnd(connection, response)
    const took = performance.now() - beganAt
    if (took > lateMs) this.#endsMs += took
    return seen
  }

  #rest(restMs: number, connections: readonly SessionConnection[]): Promise<void> {
    return rest(connections, restMs, this.context.collector).catch(() => this.#admit(0))
  }

  /** Resolves when so many requests may be sent; rejects when none may be sent any more. */
  async #admit(count: number): Promise<void> {
    const { signal, timeUp, pace } = this.context.collector
    await pace.take(count)
    signal.throwIfAborted()
    if (timeUp.aborted) throw new Over()
    await this.#liveness.check()
  }
}
