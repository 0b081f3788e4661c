/** Plays sessions over connections of its own, and has every exchange recorded. */
import { setTimeout } from 'node:timers/promises'
import { abandonRequest, burstAt, openAtFirst, type RawConnection, type Session } from '@plant-store/raw-http'
import { SessionConnection } from './connection.ts'
import { Liveness } from './liveness.ts'
import { allEnded, type Context, isMissed, type Sent } from './sent.ts'

export class Client {
  readonly context: Context
  readonly liveness: Liveness

  /** After so many `timeouts`, it does not wait as long again. */
  constructor(context: Context, timeouts = 0) {
    this.context = context
    this.liveness = new Liveness(context, timeouts)
  }

  /**
   * Resolves when every owed response has come; each is added to `sent` as it comes. Rejects when the service has stopped
   * answering, the time is up, or the check was ended.
   */
  async play(session: Session, sent: Sent[] = []): Promise<readonly Sent[]> {
    const { secrets, oracle } = this.context
    const connections = new Map<number, SessionConnection>()
    const connectionOf = (on: number): SessionConnection => {
      const own = connections.get(on) ?? new SessionConnection(this.context, this.liveness, sent)
      connections.set(on, own)
      return own
    }
    const left: RawConnection[] = []
    try {
      // By the given contract alone, each opens when it is used: a service with one thread may wait for the first to speak.
      if (oracle.isFree) await allEnded([...openAtFirst(session)].map((on) => connectionOf(on).open()))
      for (const [index, step] of session.entries()) {
        await this.liveness.admit(burstAt(session, index))
        const before = sent.length
        if ('restMs' in step) await this.#rest(step.restMs, [...connections.values()])
        else if ('abandon' in step) left.push(...(await abandonRequest(this.context, step, secrets)))
        else await connectionOf(step.on ?? 0).send(step, index)
        // After a missing response the rest of the session is left out: nothing takes longer than waiting.
        if (sent.slice(before).some((one) => isMissed(one.outcome, oracle.analyse(one.request).owed))) break
      }
      for (const own of connections.values()) await own.receiveAll()
      return sent.toSorted((one, other) => one.step - other.step)
    } finally {
      for (const connection of [...connections.values(), ...left]) connection[Symbol.dispose]()
    }
  }

  async #rest(restMs: number, connections: readonly SessionConnection[]): Promise<void> {
    const { signal, timeUp } = this.context.collector
    const over = setTimeout(restMs, undefined, { signal: AbortSignal.any([signal, timeUp]) })
    await Promise.all([over, ...connections.map((own) => own.rest(over))]).catch(() => this.liveness.admit(0))
  }
}
