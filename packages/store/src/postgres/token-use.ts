/** Writes down when tokens were last used. */
import { beginUseSql, type UseWriter } from '../token/use.ts'
import type { Database, Transaction } from './connection.ts'

/** $1: hashes; $2: the beginning of the hour of each. Another service may have written a later hour. */
const useSql = `
    update token set last_used_at = used.hour
    from unnest($1::text[], $2::bigint[]) used (hash, hour)
    where token.hash = used.hash and (last_used_at is null or last_used_at < used.hour)`

/** Waits up to `waitMs` for another writer of the same rows; each statement takes no longer than `timeoutMs`. */
export function openUseWriter(
  database: Pick<Database, 'transaction'>,
  timeoutMs: number,
  waitMs: number,
): UseWriter {
  /** Losing the last minute in a power cut does no harm, so nobody waits for the disk. */
  async function transaction(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const inTransaction = async (tx: Transaction): Promise<void> => {
      // 0 would mean no limit.
      await tx.script(`set local lock_timeout = ${Math.max(1, waitMs)}; set local synchronous_commit = off`)
      await work(tx)
    }
    await database.transaction('write', inTransaction, timeoutMs)
  }

  return {
    batchSize: 1000,
    begin: (since) => transaction((tx) => tx.run(beginUseSql, since)),
    write: (batch) => {
      const [hashes, hours] = [batch.map(([hash]) => hash), batch.map(([, hour]) => hour)]
      return transaction((tx) => tx.run(useSql, hashes, hours))
    },
    // The pool stays open.
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}
