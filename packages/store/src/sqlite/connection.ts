/** What the files of this directory need of SQLite: one connection that runs SQL, synchronously. */

import type { Query, SqlValue } from '../admin/sql.ts'

export { type Query, query, type SqlValue } from '../admin/sql.ts'

/** The part of a connection that reads. Database errors arrive as `StoreError`. The first parameter fills `$1`. */
export interface Reading {
  /** The name of the database in messages. */
  readonly database: string
  /** Every row. */
  rows<Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly SqlValue[]): Row[]
  /** The first row, if there is one. */
  row<Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly SqlValue[]): Row | undefined
  /** Runs `work`, whose reads all see the database as of one moment, not before the call. */
  snapshot<T>(work: () => T): T
}

/** One connection. */
export interface Connection extends Reading, Disposable {
  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, ...parameters: readonly SqlValue[]): number
  /** Runs several statements without parameters. */
  script(sql: string): void
  /** Copies the database as of one moment to a new file. Messages call that file `name`. */
  copyTo(file: string, name: string): void
  /** May be called again. */
  close(): void
}
