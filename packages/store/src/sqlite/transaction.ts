/** Transactions of the operators' work over a connection to SQLite. */
import type { Dialect, Transaction } from '../admin/sql.ts'
import type { Connection } from './connection.ts'

/** What runs inside a transaction of the connection. */
export function transactionOver(connection: Connection, dialect: Dialect): Transaction {
  return {
    database: connection.database,
    dialect,
    rows: (...asked) => Promise.try(() => connection.rows(...asked)),
    row: (...asked) => Promise.try(() => connection.row(...asked)),
    run: (...asked) => Promise.try(() => connection.run(...asked)),
    script: (sql) => Promise.try(() => connection.script(sql)),
  }
}

/** Of all connections of this process: waiting for the lock of a file, SQLite would hold up the one that has it. */
let lastWrite: Promise<unknown> = Promise.resolve()

/** Does what writes when all before it in this process has been done. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = lastWrite.then(work)
  lastWrite = mine.catch(() => {})
  return mine
}

/** Runs `work` in a transaction that `begin` opens. Nobody else may use the connection meanwhile. */
export async function inTransaction<T>(
  connection: Connection,
  begin: string,
  work: () => Promise<T>,
): Promise<T> {
  connection.script(begin)
  try {
    const result = await work()
    connection.script('commit')
    return result
  } catch (error) {
    rollback(connection)
    throw error
  }
}

function rollback(connection: Connection): void {
  try {
    connection.script('rollback')
  } catch {
    // A full disk may already have ended the transaction.
  }
}
