/** Moving whole databases of PostgreSQL. */
import { dirname, join } from 'node:path'
import type { Reading } from '../admin/sql.ts'
import { findAccessProblems } from '../admin/verify-access.ts'
import type { BackupOptions } from '../content/count-content.ts'
import { type Engine, openedOf, openedUnlessEmpty } from '../content/engine.ts'
import { backupContent } from '../sqlite/backup.ts'
import { StoreError } from '../store-error.ts'
import { parseAddress } from './address.ts'
import { migratePostgres, openMigrated, operatorsDatabase } from './migrate.ts'
import { openDatabase } from './open-database.ts'

export const postgresEngine: Engine = {
  look: (url) =>
    Promise.try(() => {
      const database = openDatabase({ database: url, connections: 1 })
      return openedUnlessEmpty(operatorsDatabase(database, false), () => database.close())
    }),
  openTarget: async (url) => {
    const { created } = await migratePostgres({ database: url })
    const database = await openMigrated({ database: url, connections: 1 })
    const opened = await openedOf(operatorsDatabase(database, false), () => database.close())
    return { ...opened, isNew: created, finish: () => {} }
  },
  migrate: migratePostgres,
  backup: backupPostgres,
  keptName: (url, from) => {
    const at = new Date().toISOString().replaceAll(':', '-')
    return join(dirname(from), `${encodeURIComponent(parseAddress(url).database)}.replaced-${at}`)
  },
}

/**
 * Copies the database as of one moment into a file of SQLite. `within` reads in the transaction of its caller: behind a
 * pooler there may be no second connection.
 */
async function backupPostgres({ database: url, to }: BackupOptions, within?: Reading): Promise<void> {
  if (within !== undefined) return backupReading(within, to)
  const database = await openMigrated({ database: url, connections: 1, readOnly: true })
  try {
    await database.transaction('read', (tx) => backupReading(tx, to))
  } finally {
    await database.close()
  }
}

async function backupReading(tx: Reading, to: string): Promise<void> {
  await tx.dialect.requireAllLists(tx)
  for (const { detail } of await findAccessProblems(tx)) {
    throw new StoreError('damaged', `${tx.database} is damaged: ${detail}.`)
  }
  await backupContent(tx, to)
}
