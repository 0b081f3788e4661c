/** Waits for the ends of connections that requests have asked for. */
import { type Answer, endPatienceMs, type RawConnection, seeEnd } from '@plant-store/raw-http'

/** After this many connections that stayed open, it is known that the service leaves them open. */
const enough = 3
const briefMs = 500

export class Ends {
  #missed = 0

  /** Resolves to the answer, with faults where octets follow it or where the connection stays open. */
  async see(connection: RawConnection, answer: Answer): Promise<Answer> {
    const seen = await seeEnd(connection, answer, this.#missed < enough ? endPatienceMs : briefMs)
    if (connection.state === 'open') this.#missed += 1
    return seen
  }
}
