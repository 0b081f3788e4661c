/** What the files of this directory ask of PostgreSQL: statements one by one, or in a transaction. */

/** A value in a row or a parameter. Times are milliseconds since 1970; a missing value is null. */
export type SqlValue = string | number | null
/** Lists arrive as arrays of PostgreSQL. */
export type Parameter = SqlValue | readonly SqlValue[]

declare const rowOf: unique symbol

/** The text of a query, with the type of the rows it returns written beside it. The first parameter fills `$1`. */
export type Query<Row extends readonly SqlValue[]> = string & { readonly [rowOf]?: Row }

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where a text gets its row type
export function query<Row extends readonly SqlValue[]>(text: string): Query<Row> {
  return text
}

/** What reads. Errors of the database arrive as `StoreError`. */
export interface Reading {
  /** What sentences that a person reads call the database: its address without a password. */
  readonly database: string
  /** Every row. */
  rows<Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly Parameter[]): Promise<Row[]>
  /** The first row, if there is one. */
  row<Row extends readonly SqlValue[]>(
    sql: Query<Row>,
    ...parameters: readonly Parameter[]
  ): Promise<Row | undefined>
}

/** One transaction. Only `change.ts` hands one to what the operator calls: whatever writes leaves an audit entry. */
export interface Transaction extends Reading {
  /** Runs a statement and says how many rows it changed. */
  run(sql: string, ...parameters: readonly Parameter[]): Promise<number>
  /** Runs several statements that take no parameters. */
  script(sql: string): Promise<void>
}

/** What a transaction is for: it says what that needs. */
export type TransactionKind = 'read' | 'write'

/** A pool of connections. What is asked outside of a transaction may go over any of them. */
export interface Database extends Reading {
  /**
   * Runs `work` and commits, or changes nothing and rejects with what `work` rejects with. All reads of a `read` see
   * the database as of one moment. Rejects with `unreachable` where it can't be told whether it was committed, and,
   * where `timeoutMs` is given, when a statement takes longer.
   */
  transaction<T>(kind: TransactionKind, work: (tx: Transaction) => Promise<T>, timeoutMs?: number): Promise<T>
  /**
   * Runs statements that take no parameters in one round trip and one transaction: the rows of each. Rejects with
   * `unreachable` when there is no answer in time.
   */
  ask(sql: string): Promise<readonly (readonly (readonly SqlValue[])[])[]>
  close(): Promise<void>
}
