/** Whole tables, read and written in batches, whatever the engine; and how two tables are compared. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { query, type Reading, rowsOf, type SqlValue, type Transaction } from '../admin/sql.ts'
import { columnsOf, type Table } from './tables.ts'

/** The values of a table's columns, in their order. */
type Row = SqlValue[]

/** How many rows are read and written at a time. */
const batchSize = 5000

/** Every row in the order of the key, in batches. Between two of them, other work of the process proceeds. */
async function* readTable(reading: Reading, table: Table): AsyncGenerator<readonly Row[]> {
  const { name, key } = table
  const places = key.map((column) => Object.keys(table.columns).indexOf(column))
  const after = `where (${key.join(', ')}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})`
  const select = (where: string): string =>
    `select ${columnsOf(table)} from ${name} ${where} order by ${key.join(', ')} limit ${batchSize}`
  let rows = await reading.rows(query<Row>(select('')))
  while (rows.length > 0) {
    yield rows
    await setImmediate()
    const last = rows.at(-1) ?? []
    rows = await reading.rows(query<Row>(select(after)), ...places.map((place) => last[place] ?? null))
  }
}

/** Adds rows to a table. */
export async function insertRows(tx: Transaction, table: Table, rows: readonly Row[]): Promise<void> {
  const text = `insert into ${table.name} (${columnsOf(table)}) ${rowsOf(tx.dialect, table.columns)}`
  await tx.run(text, JSON.stringify(rows))
}

/** What a table holds. */
export interface TableDigest {
  readonly rows: number
  /** SHA-256 over the rows as JSON arrays in the order of the key, each followed by a comma: 64 hexadecimal digits. */
  readonly sha256: string
}

/** Reads a whole table, and writes each batch. */
export async function digestTable(
  from: Reading,
  table: Table,
  write: (rows: readonly Row[]) => Promise<void> = async () => {},
): Promise<TableDigest> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of readTable(from, table)) {
    hash.update(`${JSON.stringify(rows).slice(1, -1)},`)
    count += rows.length
    await write(rows)
  }
  return { rows: count, sha256: hash.digest('hex') }
}
