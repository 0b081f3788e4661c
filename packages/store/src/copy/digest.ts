/** What tells two tables apart: how many rows they have, and a digest of all values in the order of their key. */
import { createHash } from 'node:crypto'
import type { Table } from '../tables.ts'
import type { CopyReading, Row } from './ends.ts'

/** A table as one of the ends has it. */
export interface TableDigest {
  readonly rows: number
  /** SHA-256 over the rows as arrays of JSON with a comma behind each, as 64 hexadecimal digits. */
  readonly sha256: string
}

/** Takes rows in batches; how they were cut makes no difference. */
export class DigestingTable {
  readonly #hash = createHash('sha256')
  #rows = 0

  /** How many rows there were so far. */
  get rows(): number {
    return this.#rows
  }

  add(rows: readonly Row[]): void {
    this.#rows += rows.length
    this.#hash.update(`${JSON.stringify(rows).slice(1, -1)},`)
  }

  end(): TableDigest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/** Reads a table whole. `onRows` hears of every batch, and is waited for. */
export async function digestTable(
  reading: Pick<CopyReading, 'read'>,
  table: Table,
  onRows: (rows: number) => Promise<void>,
): Promise<TableDigest> {
  const digest = new DigestingTable()
  for await (const rows of reading.read(table)) {
    digest.add(rows)
    await onRows(rows.length)
  }
  return digest.end()
}
