/** What a program wrote to its standard output: one JSON record per line. */
import { Changes } from '@plant-store/raw-http'

/** One line of the log. A line that is not a JSON object is kept as `{ unreadable: line }`. */
export type LogRecord = Readonly<Record<string, unknown>>

/** The records so far, and a way to wait for the ones to come. */
export class ProgramLog {
  readonly records: LogRecord[] = []
  readonly #changes = new Changes()
  #ended = false

  add(line: string): void {
    this.records.push(parseRecord(line))
    this.#changes.announce()
  }

  /** No more records will come. */
  end(): void {
    this.#ended = true
    this.#changes.announce()
  }

  /** Resolves to the first record, past or future, that fits. Rejects when none came before the end or the timeout. */
  async waitFor(fits: (record: LogRecord) => boolean, timeoutMs: number): Promise<LogRecord> {
    let found: LogRecord | undefined
    let seen = 0
    await this.#changes.until(() => {
      found ??= this.records.slice(seen).find((record) => fits(record))
      seen = this.records.length
      return found !== undefined || this.#ended
    }, timeoutMs)
    if (found === undefined) {
      const when = this.#ended ? 'before the program ended' : `within ${timeoutMs} ms`
      const last = this.records.slice(-3).map((record) => `\n  ${JSON.stringify(record)}`)
      throw new Error(`No such log record ${when}. The last of ${this.records.length}:${last.join('')}`)
    }
    return found
  }
}

function parseRecord(line: string): LogRecord {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : { unreadable: line }
  } catch {
    // Kept, so that a test sees what the program wrote instead.
    return { unreadable: line }
  }
}

function isRecord(value: unknown): value is LogRecord {
  return typeof value === 'object' && value !== null
}
