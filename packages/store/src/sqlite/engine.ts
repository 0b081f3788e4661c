/** Moving whole databases of SQLite. */
import type { Engine, Opened, Target } from '../content/engine.ts'
import { openUnfinished, publishFile } from '../files/unfinished-file.ts'
import { backupFile } from './backup.ts'
import type { Connection } from './connection.ts'
import { isThere, requireFreePlace } from './database-file.ts'
import { runMigrations } from './migrate.ts'
import { listMigrations, openMigrated, readVersion } from './migrations.ts'
import { onlyName } from './one-name.ts'
import { openSqlite } from './open-connection.ts'
import { operatorsDatabase } from './operators-database.ts'

export const sqliteEngine: Engine = {
  // oxlint-disable-next-line typescript/require-await -- what is thrown rejects
  look: async (path) => {
    if (!isThere(path)) return undefined
    const opened = openedOf(openSqlite({ database: onlyName(path), readOnly: true }))
    if (opened.version > 0) return opened
    await opened[Symbol.asyncDispose]()
    return undefined
  },
  // oxlint-disable-next-line typescript/require-await -- what is thrown rejects
  openReading: async (path) => openedOf(openMigrated({ database: onlyName(path), readOnly: true })),
  // oxlint-disable-next-line typescript/require-await -- what is thrown rejects
  openTarget: async (path) => openTarget(onlyName(path)),
  migrate: ({ database, ...options }) =>
    Promise.try(() => runMigrations({ ...options, database: onlyName(database) }, listMigrations())),
  backup: backupFile,
  keptName: (database) => `${onlyName(database)}.replaced-${new Date().toISOString().replaceAll(':', '-')}`,
}

/** Closes the connection if it has no version. */
function openedOf(connection: Connection): Opened {
  try {
    return {
      database: operatorsDatabase(connection),
      version: readVersion(connection),
      [Symbol.asyncDispose]: () => Promise.try(() => connection.close()),
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

function openTarget(file: string): Target {
  using stack = new DisposableStack()
  const isMade = isThere(file)
  if (!isMade) requireFreePlace(file)
  const database = isMade ? file : stack.use(openUnfinished(file)).path
  const { applied } = runMigrations({ database, name: file }, listMigrations())
  const connection = stack.use(openMigrated({ database, name: file, cacheMib: 64 }))
  const { database: operators, version } = openedOf(connection)
  const kept = stack.move()
  return {
    database: operators,
    version,
    isNew: applied.length === version,
    finish: () => {
      connection.close()
      if (!isMade) publishFile(database, file)
    },
    [Symbol.asyncDispose]: () => Promise.try(() => kept.dispose()),
  }
}
