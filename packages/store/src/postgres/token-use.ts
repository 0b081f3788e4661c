/** Writes down when tokens were last used. */
import type { UseWriter } from '../token-use.ts'
import type { Database, Transaction } from './connection.ts'
import { tokenSql } from './token-sql.ts'

/** `waitMs`: for another who writes the same rows; each statement takes no longer than `timeoutMs`. */
export function openUseWriter(
  database: Pick<Database, 'transaction'>,
  timeoutMs: number,
  waitMs: number,
): UseWriter {
  /** To lose the last minute in a power cut does no harm, and nobody need wait for the disk. */
  async function transaction(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const inTransaction = async (tx: Transaction): Promise<void> => {
      // 0 would be to wait without end.
      await tx.script(`set local lock_timeout = ${Math.max(1, waitMs)}; set local synchronous_commit = off`)
      await work(tx)
    }
    await database.transaction('write', inTransaction, timeoutMs)
  }

  return {
    batchSize: 1000,
    begin: (since) => transaction((tx) => tx.run(tokenSql.beginUse, since)),
    write: (batch) => {
      const [hashes, hours] = [batch.map(([hash]) => hash), batch.map(([, hour]) => hour)]
      return transaction((tx) => tx.run(tokenSql.use, hashes, hours))
    },
    // The pool stays.
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}
