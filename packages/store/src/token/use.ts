/** When tokens were last used, to the hour: remembered by requests, and written down now and then. */
import { type Dialect, inDialect, rowsOf, type SqlValue } from '../admin/sql.ts'

const hourMs = 3_600_000

/** A token's hash, since after a restore an id may mean another token; the beginning of the hour; and see `note`. */
export type Use = readonly [hash: string, hour: number, place: number]

/** $1: since when. Only the first service to write sets it. */
const beginSql = 'insert into token_use (one, recorded_since) values (1, $1) on conflict do nothing'

/** $1: the hash of each, and the beginning of the hour. Another service may have written a later hour. */
const useSql = inDialect(
  (dialect) => `
  update token set last_used_at = used.hour
  from (${rowsOf(dialect, { hash: 'text', hour: 'bigint' })}) used
  where token.hash = used.hash and (last_used_at is null or last_used_at < used.hour)`,
)

/** Access to the database for one call of `record`. Disposed of when all is written, or something failed. */
export interface UseWriter extends AsyncDisposable {
  readonly dialect: Dialect
  /** How many uses are written in one transaction. */
  readonly batchSize: number
  /** Runs a statement in a transaction of its own. Losing the last minute in a power cut does no harm: it waits for no disk. */
  run(sql: string, parameter: SqlValue): Promise<void>
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
    await writer.run(beginSql, this.#since)
    this.#isSinceWritten = true
    while (left.length > 0) {
      const batch = left.slice(-writer.batchSize)
      await writer.run(useSql(writer), JSON.stringify(batch))
      left.length -= batch.length
    }
  }
}
