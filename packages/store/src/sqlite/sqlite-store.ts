/** A store over SQLite. */
import type { Database } from '../admin/sql.ts'
import type { OnRead, Store } from '../store.ts'
import { createAdministration } from '../admin/administration.ts'
import type { ChangeContext, ChangeOptions } from '../admin/change.ts'
import type { Connection } from './connection.ts'
import { emptyLogBeside, emptyLogOf } from './empty-log.ts'
import { openSqlite, type SqliteOptions } from './open-connection.ts'
import { openMigrated } from './migrate.ts'
import { operatorsDatabase } from './operators-database.ts'
import { createPlantReader } from './read-cache.ts'
import { TokenUse } from '../token/use.ts'
import { openUseWriter } from './token-use.ts'

/**
 * Opens a database according to `options`, with one connection for the operator and one for requests that only reads.
 * To the second, whatever the first writes is another connection's change, just like a change by another process.
 */
export async function openSqliteStore(
  { actor, dryRun, accept, onAudit, ...options }: SqliteOptions & ChangeOptions,
  now: () => number,
  onRead?: OnRead,
): Promise<Store> {
  const connection = await openMigrated(options)
  const reader = openReader(options, connection)
  const use = new TokenUse((waitMs) => openUseWriter(options, waitMs), now)
  const context: ChangeContext = { actor, dryRun, accept, onAudit, now }
  return {
    ...createPlantReader(reader, now, { onRead, use }),
    recordTokenUse: async (waitMs = 0) => {
      const written = await use.record(waitMs)
      // On a busy machine a thread takes seconds to begin, and `close` empties the log by itself.
      if (waitMs === 0) await emptyLogBeside(options.database)
      return written
    },
    ...createAdministration(operatorsDatabase(connection), context, (work) => onOwn(options, work)),
    close: () =>
      Promise.try(() => {
        reader.close()
        connection.close()
        emptyLogOf(options.database)
      }),
  }
}

/** Its temporary tables disappear with the connection. */
async function onOwn<T>(options: SqliteOptions, work: (database: Database) => Promise<T>): Promise<T> {
  const connection = await openMigrated({ ...options, cacheMib: 64 })
  try {
    return await work(operatorsDatabase(connection))
  } finally {
    connection.close()
  }
}

function openReader(options: SqliteOptions, connection: Connection): Connection {
  try {
    return openSqlite({ ...options, readOnly: true })
  } catch (error) {
    connection.close()
    throw error
  }
}
