/** When tokens were last used, to the hour: remembered by requests, and written down now and then. */

const hourMs = 3_600_000

/** A token's hash, since after a restore an id may mean another token; the beginning of the hour; and see `note`. */
export type Use = readonly [hash: string, hour: number, place: number]

/** $1: since when. Only the first service to write sets it. */
export const beginUseSql = 'insert into token_use (one, recorded_since) values (1, $1) on conflict do nothing'

/** Access to the database for one call of `record`. Disposed of when all is written, or something failed. */
export interface UseWriter extends AsyncDisposable {
  /** How many uses are written in one transaction. */
  readonly batchSize: number
  /** Writes down since when use has been recorded, unless this is already written. */
  begin(since: number): Promise<void>
  write(batch: readonly Use[]): Promise<void>
}

/** Remembers which tokens were accepted since they were last written down. */
export class TokenUse {
  readonly #open: (waitMs: number) => UseWriter
  readonly #since: number
  #isSinceWritten = false
  /** By the token's hash. */
  #pending = new Map<string, Use>()

  /** `open` may wait up to `waitMs` for other writers. */
  constructor(open: (waitMs: number) => UseWriter, now: () => number) {
    this.#open = open
    this.#since = now()
  }

  /**
   * Remembers that a token was accepted. Returns when its use is to be noted again: once an hour is enough. Uses are
   * written by `place`, such as the token's id: neighbours share pages, and each page is written once.
   */
  note(hash: string, now: number, place = 0): number {
    const hour = now - (now % hourMs)
    if (this.#pending.get(hash)?.[1] !== hour) this.#pending.set(hash, [hash, hour, place])
    return hour + hourMs
  }

  /** See `PlantReader.recordTokenUse`. */
  async record(waitMs = 0): Promise<number> {
    const noted = this.#pending
    if (noted.size === 0 && this.#isSinceWritten) return 0
    this.#pending = new Map()
    // All processes write in the same order: so none waits for another that waits for it.
    const left = [...noted.values()].toSorted(([a, , one], [b, , two]) => two - one || (a < b ? 1 : -1))
    try {
      await this.#write(left, waitMs)
    } finally {
      // Uses noted meanwhile are later, so they win.
      this.#pending = new Map([...left.map((use) => [use[0], use] as const), ...this.#pending])
    }
    return noted.size
  }

  /** Removes from the list what has been written. */
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
