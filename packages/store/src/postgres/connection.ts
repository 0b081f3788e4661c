/** What the files of this directory need of PostgreSQL: statements individually, or in a transaction. */
import type { Reading, SqlValue, Transaction } from '../admin/sql.ts'

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
   * with `unreachable` if there is no response within `limitMs`.
   */
  ask(sql: string, limitMs?: number): Promise<readonly (readonly (readonly SqlValue[])[])[]>
  close(): Promise<void>
}
