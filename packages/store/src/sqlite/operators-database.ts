/** A connection to SQLite as the operators' work needs it, and its transactions. */
import type { Database, Transaction } from '../admin/sql.ts'
import type { Connection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'

/**
 * The database of a connection. One transaction at a time: the calls of others wait, so that none sees what another has
 * not committed.
 */
export function operatorsDatabase(connection: Connection): Database {
  let last: Promise<unknown> = Promise.resolve()
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  const tx = transactionOf(connection)
  return {
    database: connection.database,
    dialect: sqliteDialect,
    rows: (...asked) => alone(() => tx.rows(...asked)),
    row: (...asked) => alone(() => tx.row(...asked)),
    snapshot: (work) => alone(() => inTransaction(connection, 'begin', () => work(tx))),
    change: (work, prepare) =>
      alone(async () => {
        // A transaction of temporary tables alone takes no lock, and saves each line a transaction of its own.
        if (prepare !== undefined) await inTransaction(connection, 'begin', () => prepare(tx))
        // IMMEDIATE takes the write lock first: a read that becomes a write could find its snapshot outdated.
        return inTurn(() => inTransaction(connection, 'begin immediate', () => work(tx)))
      }),
  }
}

/** What runs inside a transaction of the connection. */
export function transactionOf(connection: Connection): Transaction {
  return {
    database: connection.database,
    dialect: sqliteDialect,
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
