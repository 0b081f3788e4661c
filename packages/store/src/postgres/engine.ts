/** Moving whole databases of PostgreSQL. */
import { dirname, join } from 'node:path'
import type { Reading } from '../admin/sql.ts'
import { findAccessProblems } from '../admin/verify-access.ts'
import type { BackupOptions, BackupReport } from '../content/count-content.ts'
import type { Engine, Opened, Target } from '../content/engine.ts'
import { backupContent } from '../sqlite/backup.ts'
import { StoreError } from '../store-error.ts'
import { parseAddress } from './address.ts'
import type { Database } from './connection.ts'
import { migratePostgres } from './migrate.ts'
import { listMigrations, openMigrated, pendingMigrations } from './migrations.ts'
import { openDatabase } from './open-database.ts'
import { operatorsDatabase, requireAllRows } from './operators-database.ts'
import { findForeign } from './verify.ts'

export const postgresEngine: Engine = {
  look: async (url) => {
    const database = openDatabase({ database: url, connections: 1 })
    try {
      const { pending, isEmpty } = await pendingMigrations(database, listMigrations())
      if (!isEmpty) return openedOf(database, listMigrations().length - pending.length)
    } catch (error) {
      await database.close()
      throw error
    }
    await database.close()
    return undefined
  },
  openReading: async (url) => openedOf(await openMigrated({ database: url, connections: 1, readOnly: true })),
  openTarget: async (url): Promise<Target> => {
    const { created } = await migratePostgres({ database: url })
    return {
      ...openedOf(await openMigrated({ database: url, connections: 1 })),
      isNew: created,
      finish: () => {},
    }
  },
  migrate: migratePostgres,
  backup: backupPostgres,
  keptName: (url, from) => {
    const at = new Date().toISOString().replaceAll(':', '-')
    return join(dirname(from), `${encodeURIComponent(parseAddress(url).database)}.replaced-${at}`)
  },
}

function openedOf(database: Database, version = listMigrations().length): Opened {
  return {
    database: operatorsDatabase(database, false),
    version,
    [Symbol.asyncDispose]: () => database.close(),
  }
}

/**
 * Copies the database as of one moment into a file of SQLite. `within` reads in the transaction of its caller: behind a
 * pooler there may be no second connection.
 */
async function backupPostgres({ database: url, to }: BackupOptions, within?: Reading): Promise<BackupReport> {
  if (within !== undefined) return backupReading(within, to)
  const database = await openMigrated({ database: url, connections: 1, readOnly: true })
  try {
    return await database.transaction('read', (tx) => backupReading(tx, to))
  } finally {
    await database.close()
  }
}

async function backupReading(tx: Reading, to: string): Promise<BackupReport> {
  await requireAllRows(tx)
  for (const { detail } of await findAccessProblems(tx)) {
    throw new StoreError('damaged', `${tx.database} is damaged: ${detail}.`)
  }
  await backupContent(tx, to)
  return { foreign: await findForeign(tx) }
}
