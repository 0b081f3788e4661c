/** Writes down when tokens were last used, through a short-lived connection of its own. */
import { setImmediate } from 'node:timers/promises'
import { beginUseSql, type UseWriter } from '../token/use.ts'
import { emptyLogBeside, logLimit, logSize } from './empty-log.ts'
import { openSqlite, type SqliteOptions } from './open-connection.ts'
import { inTransaction, inTurn } from './transaction.ts'

/** $1: hash; $2: the beginning of the hour. Another service may have written a later hour. */
const useSql =
  'update token set last_used_at = $2 where hash = $1 and (last_used_at is null or last_used_at < $2)'

/** Waits up to `busyTimeoutMs` for another writer. Throws if the file can't be opened. */
export function openUseWriter(options: SqliteOptions, busyTimeoutMs: number): UseWriter {
  const { database } = options
  const connection = openSqlite({ ...options, readOnly: false, leaveLog: true, busyTimeoutMs })
  let allowed = logLimit
  try {
    // Losing the last minute in a power cut does no harm. Waiting for the disk would: requests wait meanwhile.
    connection.script('pragma synchronous = normal; pragma wal_autocheckpoint = 0')
  } catch (error) {
    connection.close()
    throw error
  }
  const write = (work: () => unknown): Promise<void> =>
    inTurn(() => inTransaction(connection, 'begin immediate', () => Promise.try(() => void work())))
  return {
    // Requests wait no longer than one batch takes.
    batchSize: 200,
    begin: (since) => write(() => connection.run(beginUseSql, since)),
    write: async (batch) => {
      await write(() => {
        for (const [hash, hour] of batch) connection.run(useSql, hash, hour)
      })
      await setImmediate()
      if (logSize(database) < allowed) return
      await emptyLogBeside(database)
      // More than before is left if somebody reads for long.
      allowed = logSize(database) + logLimit
    },
    // oxlint-disable-next-line typescript/require-await -- what is thrown rejects
    [Symbol.asyncDispose]: async () => {
      connection.close()
    },
  }
}
