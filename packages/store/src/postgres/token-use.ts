/** Writes down when tokens were last used. */
import type { UseWriter } from '../token/use.ts'
import type { Database } from './open-database.ts'

/** Waits up to `waitMs` for another writer of the same rows; each statement takes no longer than `timeoutMs`. */
export function openUseWriter(
  { dialect, transaction }: Pick<Database, 'dialect' | 'transaction'>,
  timeoutMs: number,
  waitMs: number,
): UseWriter {
  // 0 would mean no limit.
  const settings = `set local lock_timeout = ${Math.max(1, waitMs)}; set local synchronous_commit = off`
  return {
    dialect,
    batchSize: 1000,
    run: (sql, parameter) =>
      transaction(
        'write',
        async (tx) => {
          await tx.script(settings)
          await tx.run(sql, parameter)
        },
        timeoutMs,
      ),
    // The pool stays open.
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}
