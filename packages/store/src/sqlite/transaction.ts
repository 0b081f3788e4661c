/** Transactions of the operators' work over a connection to SQLite. */
import type { Connection } from './connection.ts'

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
