/** How tables are compared: by the number of rows, and a digest of all values in the order of their key. */
import { createHash } from 'node:crypto'
import type { Table } from '../tables.ts'
import type { CopyReading, Row } from './ends.ts'

/** The digest of a table at one of the ends. */
export interface TableDigest {
  readonly rows: number
  /** SHA-256 over the rows as JSON arrays, each followed by a comma, as 64 hexadecimal digits. */
  readonly sha256: string
}

/** Takes rows in batches; how they are divided makes no difference. */
export class DigestingTable {
  readonly #hash = createHash('sha256')
  #rows = 0

  /** The number of rows so far. */
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

/** Reads a whole table. `onRows` is called for every batch, and awaited. */
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
