/** What the store asks of a database: one connection that runs the SQL text of `sql/`. */

/** A value in a row or a parameter. Times are milliseconds since 1970; a missing value is null. */
export type SqlValue = string | number | null

declare const rowOf: unique symbol

/** The text of a query, with the type of the rows it returns written beside it. The tables' columns are strict. */
export type Query<Row extends readonly SqlValue[]> = string & { readonly [rowOf]?: Row }

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where a text gets its row type
export function query<Row extends readonly SqlValue[]>(text: string): Query<Row> {
  return text
}

/** Reads. Parameters are numbered: the first fills `$1`. */
export interface Reader {
  /** Every row. */
  rows<Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly SqlValue[]): Row[]
  /** The first row, if there is one. */
  row<Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly SqlValue[]): Row | undefined
}

/** Reads of one state, from `begin` to `end`. Before and after, each read is of the state it finds. */
export interface Snapshots extends Reader {
  /**
   * Begins a snapshot, and ends the one before. Gives the number of its state: another one whenever anyone, in any
   * process, has changed the database since the last snapshot.
   */
  begin(): number
  end(): void
}

/**
 * One connection. Failures of the database arrive as `StoreError`. Calls are synchronous, so that a transaction is one
 * stretch of code that nothing can come between.
 */
export interface Engine extends Reader {
  /** The name of the database, for sentences that a person reads. */
  readonly database: string
  /** Ended by every call of the engine itself: whoever does not ask for a snapshot gets what is true now. */
  readonly snapshots: Snapshots
  /** Runs a statement and says how many rows it changed. */
  run(sql: string, ...parameters: readonly SqlValue[]): number
  /** Runs several statements that take no parameters. */
  script(sql: string): void
  /** Takes the write lock, runs `work`, and commits; or changes nothing and throws what `work` threw. */
  transaction<T>(work: () => T): T
  close(): void
}
