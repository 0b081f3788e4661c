/** When tokens were last used, to the hour: remembered by requests, and written down once in a while. */
import { setImmediate } from 'node:timers/promises'
import type { SqliteOptions } from './open-connection.ts'
import { openSqlite } from './open-connection.ts'
import { tokenSql } from './token-sql.ts'

const hourMs = 3_600_000
/** So many tokens are written in one transaction: requests wait no longer than it takes. */
const batchSize = 200

/** Remembers which tokens were accepted since they were last written down. */
export class TokenUse {
  readonly #options: SqliteOptions
  readonly #since: number
  #isSinceWritten = false
  /** The beginning of the hour, by the hash of the token: an id may mean another token after a restore. */
  #pending = new Map<string, number>()

  constructor(options: SqliteOptions, now: () => number) {
    this.#options = options
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
    const left = [...noted]
    try {
      await this.#write(left, waitMs)
    } finally {
      // What was noted meanwhile is later.
      this.#pending = new Map([...left, ...this.#pending])
    }
    return noted.size
  }

  /** Takes from the list what is written. */
  async #write(left: [hash: string, hour: number][], busyTimeoutMs: number): Promise<void> {
    const connection = openSqlite({ ...this.#options, readOnly: false, busyTimeoutMs })
    try {
      // To lose the last minute in a power cut does no harm, and to wait for the disk would: requests wait meanwhile.
      connection.script('pragma synchronous = normal; pragma wal_autocheckpoint = 0')
      connection.transaction(() => connection.run(tokenSql.beginUse, this.#since))
      this.#isSinceWritten = true
      while (left.length > 0) {
        const batch = left.slice(-batchSize)
        connection.transaction(() => {
          for (const [hash, hour] of batch) connection.run(tokenSql.use, hash, hour)
        })
        left.length -= batch.length
        await setImmediate()
      }
    } finally {
      connection.close()
    }
  }
}
