/** Writes down when tokens were last used, through a short-lived connection of its own. */
import { setImmediate } from 'node:timers/promises'
import type { UseWriter } from '../token/use.ts'
import { sqliteDialect } from './dialect.ts'
import { emptyLogBeside, logLimit, logSize } from './empty-log.ts'
import { openSqlite, type SqliteOptions } from './open-connection.ts'
import { inTransaction, inTurn } from './operators-database.ts'

/** Waits up to `busyTimeoutMs` for another writer. Throws if the file can't be opened. */
export function openUseWriter(options: SqliteOptions, busyTimeoutMs: number): UseWriter {
  const { database } = options
  const connection = openSqlite({ ...options, readOnly: false, leaveLog: true, busyTimeoutMs })
  let allowed = logLimit
  try {
    // Waiting for the disk would do harm: requests wait meanwhile.
    connection.script('pragma synchronous = normal; pragma wal_autocheckpoint = 0')
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    dialect: sqliteDialect,
    // Requests wait no longer than one batch takes.
    batchSize: 200,
    run: async (sql, parameter) => {
      const work = (): Promise<unknown> => Promise.try(() => connection.run(sql, parameter))
      await inTurn(() => inTransaction(connection, 'begin immediate', work))
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
