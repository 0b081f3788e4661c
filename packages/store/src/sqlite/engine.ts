/** Moving whole databases of SQLite. */
import { type Engine, openedOf, openedUnlessEmpty, type Target } from '../content/engine.ts'
import { openUnfinished, publishFile } from '../files/unfinished-file.ts'
import { backupFile } from './backup.ts'
import { isThere, requireFreePlace } from './database-file.ts'
import { openMigrated, runMigrations } from './migrate.ts'
import { onlyName } from './one-name.ts'
import { openSqlite } from './open-connection.ts'
import { operatorsDatabase } from './operators-database.ts'

export const sqliteEngine: Engine = {
  look: (path) =>
    Promise.try(() => {
      if (!isThere(path)) return undefined
      const connection = openSqlite({ database: onlyName(path), readOnly: true })
      return openedUnlessEmpty(operatorsDatabase(connection), closing(connection))
    }),
  openTarget: (path) => Promise.try(() => openTarget(onlyName(path))),
  migrate: ({ database, ...options }) =>
    Promise.try(() => runMigrations({ ...options, database: onlyName(database) })),
  backup: backupFile,
  keptName: (database) => `${onlyName(database)}.replaced-${new Date().toISOString().replaceAll(':', '-')}`,
}

const closing = (disposable: Disposable) => () => Promise.try(() => disposable[Symbol.dispose]())

async function openTarget(file: string): Promise<Target> {
  using stack = new DisposableStack()
  const isMade = isThere(file)
  if (!isMade) requireFreePlace(file)
  const database = isMade ? file : stack.use(openUnfinished(file)).path
  const { applied } = await runMigrations({ database, name: file })
  const connection = stack.use(await openMigrated({ database, name: file, cacheMib: 64 }))
  const opened = await openedOf(operatorsDatabase(connection), async () => {})
  return {
    ...opened,
    isNew: applied.length === opened.version,
    finish: () => {
      connection.close()
      if (!isMade) publishFile(database, file)
    },
    [Symbol.asyncDispose]: closing(stack.move()),
  }
}
