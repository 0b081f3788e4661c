/** When tokens were last used, to the hour: remembered by requests, and written down once in a while. */

const hourMs = 3_600_000

/** A token by its hash, for an id may mean another one after a restore; and the beginning of the hour. */
export type Use = readonly [hash: string, hour: number]

/** The way to the database for one writing. Disposed of when all is written, or something failed. */
export interface UseWriter extends AsyncDisposable {
  /** So many are written in one transaction. */
  readonly batchSize: number
  /** Writes since when uses are written down, where nobody has. */
  begin(since: number): Promise<void>
  write(batch: readonly Use[]): Promise<void>
}

/** Remembers which tokens were accepted since they were last written down. */
export class TokenUse {
  readonly #open: (waitMs: number) => UseWriter
  readonly #since: number
  #isSinceWritten = false
  /** The hour by the hash. */
  #pending = new Map<string, number>()

  /** `open` may wait for so long for others who write. */
  constructor(open: (waitMs: number) => UseWriter, now: () => number) {
    this.#open = open
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
  async #write(left: Use[], waitMs: number): Promise<void> {
    await using writer = this.#open(waitMs)
    await writer.begin(this.#since)
    this.#isSinceWritten = true
    while (left.length > 0) {
      const batch = left.slice(-writer.batchSize)
      await writer.write(batch)
      left.length -= batch.length
    }
  }
}
