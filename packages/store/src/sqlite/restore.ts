/** Brings a backup back into a database, while others read it. */
import { requireSound } from './backup.ts'
import type { Connection } from './connection.ts'
import { runMigrations } from './migrate.ts'
import { listMigrations } from './migrations.ts'
import { openMigrated } from './open-migrated.ts'
import { promised } from './promised.ts'
import { restoreSql } from './restore-sql.ts'
import { locate } from './open-connection.ts'

/** Which database is to hold what a backup holds. */
export interface RestoreOptions {
  readonly database: string
  /** A file that `backup` has written, with this version of the program or an older one that was migrated since. */
  readonly from: string
  readonly busyTimeoutMs?: number
}

/**
 * Verifies the backup, then replaces what the database holds in one transaction: readers see all of it or none, and
 * so does whoever opens the database after a kill or a power cut. A missing database is made first. Ids that were
 * given out since the backup are not given out again, and every user's revision is a new one. Rejects with a
 * `StoreError` as `openStore` does for either file, and nothing is changed.
 */
export function restore(options: RestoreOptions): Promise<void> {
  return promised(() => {
    requireSound(options.from)
    runMigrations(options, listMigrations())
    const connection = openMigrated({ ...options, cacheMib: 64 })
    try {
      replaceContent(connection, options.from)
    } finally {
      connection.close()
    }
  })
}

/** The rows refer to each other, and were verified: checking each reference again would only take time. */
function replaceContent(connection: Connection, from: string): void {
  connection.script('pragma foreign_keys = off')
  connection.run('attach $1 as backup', locate(from, 'ro').href)
  connection.transaction(() => {
    for (const statement of restoreSql) connection.run(statement)
  })
}
