/** When tokens were last used, to the hour: remembered by requests, and written down once in a while. */
import type { Database, Transaction } from './connection.ts'
import { tokenSql } from './token-sql.ts'

const hourMs = 3_600_000
/** So many tokens are written in one transaction. */
const batchSize = 1000

/** Remembers which tokens were accepted since they were last written down. */
export class TokenUse {
  readonly #database: Pick<Database, 'transaction'>
  readonly #timeoutMs: number
  readonly #since: number
  #isSinceWritten = false
  /** The beginning of the hour, by the hash of the token. */
  #pending = new Map<string, number>()

  constructor(database: Pick<Database, 'transaction'>, now: () => number, timeoutMs: number) {
    this.#database = database
    this.#timeoutMs = timeoutMs
    this.#since = now()
  }

  /** Remembers that a token was accepted. Returns from when on it is to be told of again: once an hour is enough. */
  note(hash: string, now: number): number {
    const hour = now - (now % hourMs)
    this.#pending.set(hash, hour)
    return hour + hourMs
  }

  /** See `PlantReader.recordTokenUse`. */
  async record(waitMs = 0): Promise<number> {
    const noted = this.#pending
    if (noted.size === 0 && this.#isSinceWritten) return 0
    this.#pending = new Map()
    // In one order in all processes: none waits for another that waits for it.
    const left = [...noted].toSorted(([a], [b]) => (a < b ? 1 : -1))
    try {
      await this.#write(left, waitMs)
    } finally {
      // What was noted meanwhile is later.
      this.#pending = new Map([...left, ...this.#pending])
    }
    return noted.size
  }

  /** Takes from the list what is written. */
  async #write(left: [hash: string, hour: number][], waitMs: number): Promise<void> {
    await this.#transaction(waitMs, (tx) => tx.run(tokenSql.beginUse, this.#since))
    this.#isSinceWritten = true
    while (left.length > 0) {
      const batch = left.slice(-batchSize)
      const [hashes, hours] = [batch.map(([hash]) => hash), batch.map(([, hour]) => hour)]
      await this.#transaction(waitMs, (tx) => tx.run(tokenSql.use, hashes, hours))
      left.length -= batch.length
    }
  }

  /** To lose the last minute in a power cut does no harm, and nobody need wait for the disk. */
  #transaction(waitMs: number, work: (tx: Transaction) => Promise<unknown>): Promise<unknown> {
    return this.#database.transaction(
      'write',
      async (tx) => {
        // 0 would be to wait without end.
        await tx.script(`set local lock_timeout = ${Math.max(1, waitMs)}; set local synchronous_commit = off`)
        return work(tx)
      },
      this.#timeoutMs,
    )
  }
}
