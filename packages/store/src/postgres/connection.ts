/** What the files of this directory need of PostgreSQL: statements individually, or in a transaction. */

/** A value in a row or a parameter. Times are milliseconds since 1970; a missing value is null. */
export type SqlValue = string | number | null
/** Lists are passed as PostgreSQL arrays. */
export type Parameter = SqlValue | readonly SqlValue[]

declare const rowOf: unique symbol

/** The text of a query, with the type of the rows it returns written beside it. The first parameter fills `$1`. */
export type Query<Row extends readonly SqlValue[]> = string & { readonly [rowOf]?: Row }

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where a text gets its row type
export function query<Row extends readonly SqlValue[]>(text: string): Query<Row> {
  return text
}

/** The reading part. Errors of the database arrive as `StoreError`. */
export interface Reading {
  /** The name of the database in messages: its address without a password. */
  readonly database: string
  /** Every row. */
  rows<Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly Parameter[]): Promise<Row[]>
  /** The first row, if there is one. */
  row<Row extends readonly SqlValue[]>(
    sql: Query<Row>,
    ...parameters: readonly Parameter[]
  ): Promise<Row | undefined>
}

/** One transaction. Only `change.ts` passes one to the operator's calls: every write leaves an audit entry. */
export interface Transaction extends Reading {
  /** The number of the server's process, as said when connecting: a pooler says another one. */
  readonly process: number | null
  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, ...parameters: readonly Parameter[]): Promise<number>
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>
}

/** What a transaction is for; the transaction is opened accordingly. */
export type TransactionKind = 'read' | 'write'

/** A pool of connections. A query outside of a transaction is one of its own. */
export interface Database extends Reading {
  /**
   * Runs `work` and commits, or changes nothing and rejects with what `work` rejects with. All reads of a `read`
   * transaction see the database as of one moment. Limits and settings of the server, of the role, or of whoever had the
   * connection before do not count. Rejects with `unreachable` if it is unknown whether the transaction was committed,
   * if the server does not answer, and if a statement takes longer than `limitMs`; by default an hour.
   */
  transaction<T>(kind: TransactionKind, work: (tx: Transaction) => Promise<T>, limitMs?: number): Promise<T>
  /**
   * Runs statements without parameters in one round trip and one transaction, and resolves to the rows of each. Rejects
   * with `unreachable` if there is no answer within `limitMs`.
   */
  ask(sql: string, limitMs?: number): Promise<readonly (readonly (readonly SqlValue[])[])[]>
  close(): Promise<void>
}
